import type { Socket } from "node:net";
import type { Kind } from "../support/carrier-records.ts";
import type { RecordedRequest } from "./request-reader.ts";

/** One request, and all that an answer may need. */
export interface Exchange {
  socket: Socket;
  request: RecordedRequest;
  /** Which of the four operations was asked for, and for which numbers. */
  kind: Kind;
  asked: string[];
  /** What the answer would be if nothing were wrong. */
  good: unknown;
  /** The place of this request on its connection, from 1. */
  nth: number;
  /** The URL of another origin that records who asks it. */
  other: string;
}

export type Answer = (exchange: Exchange) => void | Promise<void>;
