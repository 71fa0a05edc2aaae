/**
 * What programs see of the library: plain interfaces, free of the packages that usdot is built with. test/library/types.test.ts holds the
 * records equal to the schemas that answers are checked by.
 */
import type { UsdotError } from "../errors.ts";
import type { ServiceError } from "../service/errors.ts";

/** The interface doesn't say which fields may be null or absent, so any may be. */
export type Maybe<T> = T | null | undefined;

export interface Address {
  street?: Maybe<string>;
  city?: Maybe<string>;
  /** Two-letter code. */
  state?: Maybe<string>;
  zip?: Maybe<string>;
}

export interface Fleet {
  power_units?: Maybe<number>;
  drivers?: Maybe<number>;
}

/** The full record of a carrier. Enumerations are not documented, so they are text; amounts and rates have no documented unit. */
export interface Carrier {
  /** 1 to 8 digits, without leading zeros, however the service wrote it. */
  dot_number: string;
  mc_number?: Maybe<string>;
  legal_name?: Maybe<string>;
  /** `ACTIVE` is the only documented value. */
  status?: Maybe<string>;
  address?: Maybe<Address>;
  contact?: Maybe<{ phone?: Maybe<string>; email?: Maybe<string> }>;
  fleet?: Maybe<Fleet>;
  authority?: Maybe<{
    status?: Maybe<string>;
    /** ISO 8601, UTC. */
    common_authority_date?: Maybe<string>;
  }>;
  safety?: Maybe<{
    rating?: Maybe<string>;
    driver_oos_rate?: Maybe<number>;
    driver_oos_rate_national?: Maybe<number>;
    total_crashes?: Maybe<number>;
  }>;
  insurance?: Maybe<{ bipd_on_file?: Maybe<number>; cargo_on_file?: Maybe<number> }>;
}

/** What a bulk answer says of a carrier. */
export type CarrierSummary = Pick<Carrier, "dot_number" | "legal_name" | "status" | "address" | "fleet">;

/** An insurance policy on file. */
export interface Policy {
  policy_type?: Maybe<string>;
  insurer_name?: Maybe<string>;
  policy_number?: Maybe<string>;
  coverage_amount?: Maybe<number>;
  /** ISO 8601, UTC. */
  effective_date?: Maybe<string>;
  /** ISO 8601, UTC. */
  expiration_date?: Maybe<string>;
  form_code?: Maybe<string>;
}

export interface InsuranceRecord {
  dot_number: string;
  legal_name?: Maybe<string>;
  policies?: Maybe<Policy[]>;
}

/** Inspections of one kind; `oos` means out of service. */
export interface InspectionGroup {
  total?: Maybe<number>;
  oos?: Maybe<number>;
  oos_rate?: Maybe<number>;
  national_avg?: Maybe<number>;
}

export interface SafetyRecord {
  dot_number: string;
  legal_name?: Maybe<string>;
  rating?: Maybe<string>;
  inspections?: Maybe<{
    driver?: Maybe<InspectionGroup>;
    vehicle?: Maybe<InspectionGroup>;
    hazmat?: Maybe<InspectionGroup>;
  }>;
  crashes?: Maybe<{
    fatal?: Maybe<number>;
    injury?: Maybe<number>;
    towaway?: Maybe<number>;
    total?: Maybe<number>;
    rate?: Maybe<number>;
  }>;
  violations?: Maybe<{
    unsafe_driving?: Maybe<number>;
    driver_fitness?: Maybe<number>;
    hos?: Maybe<number>;
    drug_alcohol?: Maybe<number>;
    vehicle_maint?: Maybe<number>;
  }>;
}

/** A record that could not be had, in a snapshot whose other records could. */
export interface Unanswered {
  error: {
    /** The `kind` of the error. */
    code: string;
    message: string;
  };
}

/** The three records of a carrier. Null means that the service has no such record of it. */
export interface Snapshot {
  dot_number: string;
  carrier: Carrier | Unanswered | null;
  insurance: InsuranceRecord | Unanswered | null;
  safety: SafetyRecord | Unanswered | null;
}

/** A USDOT number as people write it: `2233855`, `"USDOT 2,233,855"`. */
export type GivenNumber = string | number;

/** A list of numbers: an array, any other iterable, or one whose numbers arrive over time. */
export type GivenNumbers = Iterable<GivenNumber> | AsyncIterable<GivenNumber>;

/** What became of one number of a list. Test `carrier` or `error`: one of them is set. */
export type BulkResult =
  | { dotNumber: string; carrier: CarrierSummary; error?: undefined }
  /** `dotNumber` is the text as it was given where it is not a USDOT number. */
  | { dotNumber: string; carrier?: undefined; error: UsdotError };

/** What a client may tell while it works. Times are milliseconds. */
export type Notice =
  /** The service's rate limit is used up: we wait before the next request. */
  | { kind: "rate-limit"; wait: number }
  /** The service failed, and says when to come back. */
  | { kind: "unavailable"; wait: number }
  /** An attempt failed; the next one follows after a pause. */
  | { kind: "retry"; wait: number; error: ServiceError }
  /** A request is done: `HTTP 200`, or what it failed with. */
  | { kind: "request"; method: string; path: string; outcome: string; took: number }
  /** Fields of a record (the first 20) have another type than the interface states, and so than the TypeScript type says. */
  | { kind: "unexpected-types"; dotNumber: string; fields: readonly string[] };

export interface CarrierLookupOptions {
  /** The service: an http or https URL, with or without a path. There is no default. */
  baseUrl: string;
  /** Sent as `X-API-Key`, to the base URL's origin only. A bulk lookup needs one. */
  apiKey?: string | undefined;
  /** Seconds per lookup, including retries, without waits for a rate limit. Default 60. */
  timeout?: number | undefined;
  /** Attempts after the first: 0 to 10. Default 3. */
  retries?: number | undefined;
  /** Most seconds to wait for a rate limit. Default 60, for a bulk lookup 300. */
  maxWait?: number | undefined;
  /** Requests at once: 1 to 64. Default 4. Further calls wait for their turn. */
  concurrency?: number | undefined;
  /** Numbers per bulk request. Default 50; fewer where the service refuses that many. */
  batchSize?: number | undefined;
  /** What names your program to the service. Default `usdot/VERSION`. */
  userAgent?: string | undefined;
  /** The http or https URL of a proxy, perhaps with a user, a password, or both. HTTPS_PROXY and NO_PROXY are not read. */
  proxy?: string | undefined;
  /** Stops every call, with its reason. */
  signal?: AbortSignal | undefined;
  /** Called with what happens along the way. Nothing is ever printed. If it throws, the call rejects. */
  onNotice?: ((notice: Notice) => void) | undefined;
}

/** Options of a single call. */
export interface CallOptions {
  /** Stops this call, with its reason; the others go on. */
  signal?: AbortSignal | undefined;
}
