/**
 * The library: what `import "usdot"` gives. It joins the service client, the list lookup and the vetting engine beside the command line
 * and shares no state with it: it reads no environment, no configuration file and no list, and prints nothing.
 */
export { type DotNumber, type ParsedDotNumber, parseDotNumber } from "../dot-number.ts";
export {
  type ErrorKind,
  InputError,
  MissingKeyError,
  type Problem,
  SettingError,
  UsdotError,
  VettingFileError,
} from "../errors.ts";
export {
  ClosedError,
  DoubtfulNotFoundError,
  NotFoundError,
  RateLimitedError,
  RefusedKeyError,
  RefusedRequestError,
  ServiceError,
  type ServiceErrorReason,
  UnreachableError,
  UnusableAnswerError,
} from "../service/errors.ts";
export { CarrierLookup } from "./carrier-lookup.ts";
export type * from "./types.ts";
export { type Finding, type VetOptions, type VetRecords, type VetResult, vet } from "./vet.ts";
