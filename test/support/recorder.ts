/** A loopback server that records every request with its headers, and answers as told: shows where a key goes. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listening } from "./resources.ts";

export interface Recorded {
  method: string;
  path: string;
  /** The header lines as received: names and values alternate. */
  headers: string[];
  key: string | undefined;
}

export interface Recorder {
  /** `http://127.0.0.1:PORT` */
  url: string;
  requests: Recorded[];
}

export type Respond = (response: ServerResponse, request: IncomingMessage) => void;

/** Starts a recorder on a free port; without `respond`, it knows a carrier for every number. */
export async function startRecorder(respond: Respond = goodCarrier): Promise<Recorder> {
  const requests: Recorded[] = [];
  const remember = ({ method = "", url = "", rawHeaders, headers }: IncomingMessage) => {
    const key = headers["x-api-key"];
    requests.push({ method, path: url, headers: rawHeaders, key: key === undefined ? undefined : String(key) });
  };
  const server = createServer((request, response) => {
    remember(request);
    respond(response, request);
  });
  // As a proxy, it refuses every tunnel.
  server.on("connect", (request, socket) => {
    remember(request);
    socket.on("error", () => {}).end("HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n");
  });
  return { url: `http://${await listening(server)}`, requests };
}

/** Answers with a status and a JSON value. */
export function json(status: number, value: unknown, headers: Record<string, string> = {}): Respond {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(value));
  };
}

/** Answers with a status and any text. */
export function text(status: number, body: string): Respond {
  return (response) => void response.writeHead(status).end(body);
}

function goodCarrier(response: ServerResponse, { url, method }: IncomingMessage): void {
  const record = {
    dot_number: /carriers\/(\d+)/.exec(url ?? "")?.[1] ?? "2233855",
    legal_name: "PLAUSIBLE FREIGHT LLC",
  };
  json(200, method === "POST" ? [record] : record)(response, undefined as never);
}
