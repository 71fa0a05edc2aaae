/** A loopback service of the interface that answers with given JSON texts, byte for byte. */
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { listening } from "../support/resources.ts";

/** JSON texts by DOT number, for each endpoint; an empty one is answered with status 500. */
export interface Texts {
  carrier?: Map<string, string>;
  insurance?: Map<string, string>;
  safety?: Map<string, string>;
  summary?: Map<string, string>;
}

const path = /^\/v1\/carriers\/(\d+)(?:\/(insurance|safety))?$/;

export async function startRecordService(texts: Texts): Promise<{ url: string }> {
  const server = createServer(async (request, response) => {
    const send = (status: number, body: string) =>
      response.writeHead(status, { "content-type": "application/json" }).end(body);
    if (request.method === "POST") {
      const { dot_numbers } = (await json(request)) as { dot_numbers: string[] };
      return send(200, `[${dot_numbers.flatMap((number) => texts.summary?.get(number) ?? []).join(",")}]`);
    }
    const [, number = "", endpoint = "carrier"] = path.exec(request.url ?? "") ?? [];
    const text = texts[endpoint as keyof Texts]?.get(number);
    if (text === "") return send(500, '{"error":{"code":"INTERNAL_ERROR","message":"something went wrong"}}');
    return text === undefined
      ? send(404, '{"error":{"code":"NOT_FOUND","message":"no such carrier"}}')
      : send(200, text);
  });
  return { url: `http://${await listening(server)}` };
}
