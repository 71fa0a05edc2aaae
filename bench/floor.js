/**
 * The floor under a bulk run: the same batches over the same HTTP client, and nothing done with the answers but printing them.
 * It leaves out what usdot is for: no checks, no order, no bookkeeping.
 *
 *   node bench/floor.js URL LIST [--batch-size N] [--concurrency N]
 */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { setFlagsFromString } from "node:v8";
// By its part, and with the flags of V8 that usdot sets: it is the floor that is to be beaten, not a straw man.
import Pool from "undici/lib/dispatcher/pool.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    "batch-size": { type: "string", default: "50" },
    concurrency: { type: "string", default: "4" },
  },
});
const [url, list] = positionals;
const batchSize = Number(values["batch-size"]);
const concurrency = Number(values.concurrency);

setFlagsFromString("--no-wasm-tier-up --no-wasm-dynamic-tiering");

const headers = { "content-type": "application/json", "x-api-key": "bench" };
const numbers = readFileSync(list, "latin1").trimEnd().split("\n");
const pool = new Pool(url, { connections: concurrency });
let next = 0;
/** One wait for all workers. */
let draining;

await Promise.all(Array.from({ length: concurrency }, work));
await pool.destroy();

async function work() {
  while (next < numbers.length) {
    const batch = numbers.slice(next, next + batchSize);
    next += batchSize;
    const body = await ask(JSON.stringify({ dot_numbers: batch }));
    if (!process.stdout.write(body)) await drained();
  }
}

function ask(body) {
  return new Promise((resolve, reject) => {
    const pieces = [];
    pool.dispatch(
      { origin: url, method: "POST", path: "/v1/carriers/bulk", headers, body },
      {
        onRequestStart() {},
        onResponseStart(_, status) {
          if (status !== 200) reject(new Error(`HTTP ${status}`));
        },
        onResponseData: (_, piece) => pieces.push(piece),
        onResponseEnd: () => resolve(pieces.length === 1 ? pieces[0] : Buffer.concat(pieces)),
        onResponseError: (_, error) => reject(error),
      },
    );
  });
}

function drained() {
  draining ??= once(process.stdout, "drain").then(() => {
    draining = undefined;
  });
  return draining;
}
