/** What the sample service answers, before it goes on the wire. */
export interface Answer {
  status: number;
  /** Lower-case names; these win over what every answer carries. */
  headers: Record<string, string>;
  body: string;
  /** Keeps the client waiting before it is sent. */
  slow?: true;
}

/** An answer in JSON, 200 unless said otherwise. */
export function jsonAnswer(value: unknown, status = 200, headers: Record<string, string> = {}): Answer {
  return {
    status,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(value),
  };
}

/**
 * A refusal with the error body `{"error":{"code","message"}}`. The interface shows no error bodies;
 * this one is what a public service with the interface documents (docs.dotlookup.dev).
 */
export function errorAnswer(
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
): Answer {
  return jsonAnswer({ error: { code, message } }, status, headers);
}

/** A page as gateways and maintenance screens answer, where JSON was asked for. */
export function htmlAnswer(status: number, title: string): Answer {
  return {
    status,
    headers: { "content-type": "text/html; charset=utf-8" },
    body: `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`,
  };
}
