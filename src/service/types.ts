/** What the service is asked for, and what comes back. */
import type { DotNumber } from "../dot-number.ts";
import type { JsonObject } from "../text/json.ts";

export const recordNames = ["carrier", "insurance", "safety"] as const;
export type RecordName = (typeof recordNames)[number];

export interface HttpResponse {
  status: number;
  headers: Readonly<Record<string, string | undefined>>;
  body: Buffer;
  /** Set where `[redacted]` stands in place of the API key. */
  redacted?: true;
}

export interface Response extends HttpResponse {
  url: string;
  askedAt: string;
}

export interface RecordAnswer {
  dotNumber: DotNumber;
  record: JsonObject;
  /** Paths of fields that are not of the type that the interface states. */
  issues: readonly string[];
  response: Response;
}
