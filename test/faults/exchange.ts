import type { Socket } from "node:net";
import type { Kind } from "../support/carrier-records.ts";
import type { RecordedRequest } from "./request-reader.ts";

/** A request, and everything that an answer may need. */
export interface Exchange {
  socket: Socket;
  request: RecordedRequest;
  /** Which of the four operations was requested, and for which numbers. */
  kind: Kind;
  asked: string[];
  /** The correct answer. */
  good: unknown;
  /** The position of this request on its connection, from 1. */
  nth: number;
  /** The URL of another origin, which records its requests. */
  other: string;
}

export type Answer = (exchange: Exchange) => void | Promise<void>;
