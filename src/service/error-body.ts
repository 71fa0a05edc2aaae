/** Reads what a service says in the body of an error, in any of the shapes seen in the field. */

export interface ErrorBody {
  code?: string;
  message?: string;
}

/** Most characters shown, so that an error with all its parts stays one line. */
const longestCode = 32;
const longestMessage = 110;

/**
 * The code and message of an error body: `{error:{code,message}}` (documented), `{error,message}`,
 * `{success:false,error:"text"}`, `{detail}` and `{errors:[...]}` (seen). Anything else, HTML above all, says nothing; a body
 * that is not JSON is undefined.
 *
 * @param redact removes what must not be shown, before anything is cut
 */
export function readErrorBody(text: string, redact = (said: string) => said): ErrorBody | undefined {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { code, message } = fromValue(body);
  return {
    ...(code === undefined ? {} : { code: shortened(redact(code), longestCode) }),
    ...(message === undefined ? {} : { message: shortened(redact(message), longestMessage) }),
  };
}

type Said = { code?: string | undefined; message?: string | undefined };

function fromValue(body: unknown): Said {
  if (!isObject(body)) return {};
  const { error, errors } = body;
  if (isObject(error)) return fromLeaf(error);
  if (Array.isArray(errors)) return isObject(errors[0]) ? fromLeaf(errors[0]) : { message: textOf(errors[0]) };
  return fromLeaf(body);
}

/** `error` is the code if there is a message beside it, otherwise it is the message. */
function fromLeaf(body: Record<string, unknown>): Said {
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

function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
