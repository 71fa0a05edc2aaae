/** What programs see of the library, free of the packages that usdot is built with. */
import type { UsdotError } from "../errors.ts";
import type { Notice } from "../service/client.ts";
import type { Members, RecordOf, recordFields } from "../service/fields.ts";

export type { Notice } from "../service/client.ts";
export type { Maybe } from "../service/fields.ts";

/** The full record of a carrier. Amounts and rates have no documented unit. */
export type Carrier = RecordOf<"carrier">;
export type CarrierSummary = RecordOf<"summary">;
export type InsuranceRecord = RecordOf<"insurance">;
export type SafetyRecord = RecordOf<"safety">;
export type InsurancePolicy = Members<
  (typeof recordFields.insurance.policies)[0]
>;

/** A record that could not be had. The code is the `kind` of the error. */
export type Unanswered = { error: { code: string; message: string } };

/** The three records of a carrier. Null means that the service has no such record. */
export interface Snapshot {
  dot_number: string;
  carrier: Carrier;
  insurance: InsuranceRecord | Unanswered | null;
  safety: SafetyRecord | Unanswered | null;
}

/** A USDOT number as people write it: `2233855`, `"USDOT 2,233,855"`. */
export type GivenNumber = string | number;

/** It is read to its end before anything is sent. */
export type GivenNumbers = Iterable<GivenNumber> | AsyncIterable<GivenNumber>;

/** What became of one number of a list. Test `carrier` or `error`: one of them is set. */
export type BulkResult =
  | { dotNumber: string; carrier: CarrierSummary; error?: undefined }
  /** `dotNumber` is the text as it was given where it is not a USDOT number. */
  | { dotNumber: string; carrier?: undefined; error: UsdotError };

export interface CarrierLookupOptions {
  /** The service: an http or https URL, with or without a path. */
  baseUrl: string;
  /** Sent as `X-API-Key`, to the base URL's origin only. A bulk lookup needs one. */
  apiKey?: string | undefined;
  /** Seconds per attempt, at most an hour. Default 60. */
  timeout?: number | undefined;
  /** Attempts after the first: 0 to 10. Default 3. */
  retries?: number | undefined;
  /** Most seconds to wait for a rate limit. Default 60. */
  maxWait?: number | undefined;
  /** Requests at once: 1 to 64. Default 4. Further calls wait for their turn. */
  concurrency?: number | undefined;
  /** Numbers per bulk request. Default 50; fewer where the service refuses that many. */
  batchSize?: number | undefined;
  /** What names your program to the service. Default `usdot/VERSION`. */
  userAgent?: string | undefined;
  /** The http or https URL of a proxy, perhaps with a user and a password. HTTPS_PROXY and NO_PROXY are not read. */
  proxy?: string | undefined;
  /** Stops every call, with its reason. */
  signal?: AbortSignal | undefined;
  /** Called with requests, retries and waits. */
  onNotice?: ((notice: Notice) => void) | undefined;
}

export interface CallOptions {
  /** Stops this call, with its reason; the others go on. */
  signal?: AbortSignal | undefined;
}
