/** What `import "usdot"` gives. It reads no environment and no files, and prints nothing. */
export {
  type DotNumber,
  type ParsedDotNumber,
  parseDotNumber,
} from "../dot-number.ts";
export {
  type ErrorKind,
  InputError,
  MissingKeyError,
  type Problem,
  SettingError,
  UsdotError,
  VettingFileError,
} from "../errors.ts";
export type { Claims } from "../input/input.ts";
export { ServiceError, type ServiceErrorReason } from "../service/errors.ts";
export { CarrierLookup } from "./carrier-lookup.ts";
export type * from "./types.ts";
export {
  type Finding,
  type VetOptions,
  type VetRecords,
  type VetResult,
  type VettingPolicy,
  vet,
} from "./vet.ts";
