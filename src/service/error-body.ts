/** Reads what a service says in the body of an error, in any of the shapes seen in the field. */
import { isObject } from "../text/json-text.ts";
import { cutTo } from "../text/safe-text.ts";

/** The code and message of an error body. */
export interface ErrorBody {
  code?: string | undefined;
  message?: string | undefined;
}

/** Most characters shown, so that an error with all its parts stays one line. */
const maxCode = 32;
const maxMessage = 110;

/** What is shown of a parsed error body: first `redact` removes what must not be, then it is cut. */
export function shown(body: unknown, redact: (part: string) => string): ErrorBody {
  const { code, message } = errorValue(body);
  return {
    ...(code === undefined ? {} : { code: cutTo(redact(code), maxCode) }),
    ...(message === undefined ? {} : { message: cutTo(redact(message), maxMessage) }),
  };
}

/**
 * The code and message of a parsed error body, neither redacted nor cut: `{error:{code,message}}` (documented), `{error,message}`,
 * `{success:false,error:"text"}`, `{detail}` and `{errors:[...]}` (seen). Anything else says nothing.
 */
export function errorValue(body: unknown): ErrorBody {
  if (!isObject(body)) return {};
  const { error, errors } = body;
  if (isObject(error)) return fromLeaf(error);
  if (Array.isArray(errors)) return isObject(errors[0]) ? fromLeaf(errors[0]) : { message: textOf(errors[0]) };
  return fromLeaf(body);
}

/** `error` is the code if there is a message beside it, otherwise it is the message. */
function fromLeaf(body: Record<string, unknown>): ErrorBody {
  const error = textOf(body["error"]);
  const message = textOf(body["message"]) ?? textOf(body["detail"]) ?? textOf(body["title"]);
  const code = textOf(body["code"]) ?? (message === undefined ? undefined : error);
  return { code, message: message ?? error };
}

/** A text of the service; markup is not shown. */
function textOf(value: unknown): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const text = String(value).trim();
  return text === "" || text.startsWith("<") ? undefined : text;
}

/** The keys of error bodies, besides `dot_number`. Of these, only `status` is also a key of a carrier. */
const errorKeys = new Set(
  "error errors success ok code message detail details title reason status status_code statusCode error_code error_message type instance path timestamp request_id requestId trace_id traceId".split(
    " ",
  ),
);
const tellingKeys = ["message", "detail", "details", "title", "reason", "code", "error_code", "error_message"];

/**
 * Whether an object in place of a record is an error: `{"dot_number":"2","error":{"code":"UPSTREAM_TIMEOUT"}}`, `{"success":false}`,
 * or a message without any field of a carrier. A record may have an `error` that is null, false or empty.
 */
export function isErrorInPlace(object: Record<string, unknown>): boolean {
  const { error, errors, success, ok } = object;
  if ([success, ok].some((value) => value === false || value === "false")) return true;
  return isStated(error) || isStated(errors) || isNothingElse(object);
}

/** Whether the keys of an object show that it is a record and no error, whatever their values: then `isErrorInPlace` is false. */
export function isRecordByKeys(object: Record<string, unknown>): boolean {
  const has = (key: string) => Object.hasOwn(object, key);
  return has("dot_number") && has("legal_name") && !["error", "errors", "success", "ok"].some(has);
}

function isNothingElse(object: Record<string, unknown>): boolean {
  if (object["legal_name"] !== undefined) return false;
  const { status } = object;
  const telling =
    tellingKeys.some((key) => isStated(object[key])) ||
    (typeof status === "string" && /^(?:error|fail\w*)$/i.test(status));
  return telling && Object.keys(object).every((key) => key === "dot_number" || errorKeys.has(key));
}

/** Whether a value states anything; services have many ways to write "none". */
function isStated(value: unknown): boolean {
  if (typeof value === "string") return !/^(?:none|null|n\/a|no|false|ok|-*|0)$/i.test(value.trim());
  if (Array.isArray(value)) return value.length > 0;
  if (isObject(value)) return Object.keys(value).length > 0;
  return Boolean(value);
}
