/** What `import "usdot"` gives. It reads no environment and prints nothing. */
export {
  type DotNumber,
  type ParsedDotNumber,
  parseDotNumber,
} from "./dot-number.ts";
export { type ErrorKind, UsageError, UsdotError } from "./errors.ts";
export {
  type Client,
  type ClientOptions,
  createClient,
} from "./service/client.ts";
export { ServiceError } from "./service/errors.ts";
export { judge as vet } from "./vet/judge.ts";
export type { Dossier, Finding, Verdict } from "./vet/model.ts";
export { parsePolicy } from "./vet/policy.ts";
