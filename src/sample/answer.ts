/** An answer of the sample service, before it goes on the wire. */
export interface Answer {
  status: number;
  /** Names in lower case; these override the headers that every answer has. */
  headers: Record<string, string>;
  body: string;
  /** Sent only after a while. */
  slow?: true;
}

/** A JSON answer, with status 200 by default. */
export function jsonAnswer(value: unknown, status = 200, headers: Record<string, string> = {}): Answer {
  return {
    status,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(value),
  };
}

/**
 * An error with the body `{"error":{"code","message"}}`. The interface doesn't define error bodies; this is the one that a public
 * service with this interface documents (docs.dotlookup.dev).
 */
export function errorAnswer(
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
): Answer {
  return jsonAnswer({ error: { code, message } }, status, headers);
}

/** A web page where JSON was asked for, as gateways and maintenance screens send it. */
export function htmlAnswer(status: number, title: string): Answer {
  return {
    status,
    headers: { "content-type": "text/html; charset=utf-8" },
    body: `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`,
  };
}
