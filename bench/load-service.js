/**
 * A Carrier Lookup Service for measuring: any number is a carrier, no limits,
 * as little work as can be, so that what is measured is the
 * asker. Prints its URL. Ends when its standard input does, that is with the
 * process that started it.
 *
 *   node bench/load-service.js [LATENCY IN MILLISECONDS]
 */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const latency = Number(process.argv[2] ?? 0);

/**
 * What follows the number in each answer, by the end of its path: made once, all
 * ASCII, so that a text's length is its length in bytes. Services send more than
 * they promise: source_updated_at is not of the interface.
 */
const records = JSON.parse(
  readFileSync(new URL("records.json", import.meta.url), "utf8"),
);
const rests = Object.fromEntries(
  Object.entries(records).map(([end, record]) => [
    end,
    `",${JSON.stringify(record).slice(1)}`,
  ]),
);

function textFor({ method, url, headers }, body) {
  if (method === "POST") {
    if (!headers["x-api-key"]) return undefined;
    const { dot_numbers: numbers } = JSON.parse(body);
    return `[${numbers.map((number) => `{"dot_number":"${number}${rests.summary}`).join(",")}]\n`;
  }
  const [, number, part = ""] =
    /^\/v1\/carriers\/(\d+)(\/insurance|\/safety)?$/.exec(url) ?? [];
  return number && `{"dot_number":"${number}${rests[part]}\n`;
}

function answer(request, response, body) {
  const text =
    textFor(request, body) ?? '{"error":"no such path, or no key"}\n';
  const status = text.startsWith('{"error"') ? 401 : 200;
  response
    .writeHead(status, {
      "content-type": "application/json",
      "content-length": text.length,
    })
    .end(text, "latin1");
}

const server = createServer((request, response) => {
  let body = "";
  request.setEncoding("latin1").on("data", (chunk) => {
    body += chunk;
  });
  request.on("end", () => {
    if (latency > 0) setTimeout(answer, latency, request, response, body);
    else answer(request, response, body);
  });
});
// A reader that is slow makes the asker pause; that is no reason to close its
// connections.
server.keepAliveTimeout = 120_000;
server.listen(0, "127.0.0.1", () =>
  console.log(`http://127.0.0.1:${server.address().port}`),
);
process.stdin.resume().on("close", () => process.exit());
