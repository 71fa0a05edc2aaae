/**
 * What `import "usdot"` gives. It reads no environment, sets no flag and prints
 * nothing.
 */
export type { Answer, AnswerName, Answers, RecordName } from "./answer.ts";
export {
  type DotNumber,
  type ParsedDotNumber,
  parseDotNumber,
} from "./dot-number.ts";
export {
  type ErrorKind,
  UsageError,
  UsdotError,
  VettingFileError,
} from "./errors.ts";
export {
  type Client,
  type ClientOptions,
  createClient,
} from "./service/client.ts";
export { ServiceError } from "./service/service-error.ts";
export { localDay } from "./text/time.ts";
export { type JudgeContext, judge } from "./vet/judge.ts";
export type { Decision, Dossier, Finding, Verdict } from "./vet/model.ts";
export { parsePolicy, parseWaivers } from "./vet/policy/files.ts";
export { defaultPolicy, type Policy } from "./vet/policy/policy.ts";
