/**
 * The floor: the same requests over the same HTTP client, and nothing done with
 * the answers but printing them: no checks, no order, no
 * bookkeeping. Bundled like usdot, with the flag of V8 that it sets: it is the
 * floor that is to be beaten, not a straw man.
 *
 *   node floor.cjs URL get PATH...
 *   node floor.cjs URL bulk LIST CONCURRENCY
 */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import request from "undici/lib/api/api-request.js";
import Pool from "undici/lib/dispatcher/pool.js";

setFlagsFromString("--wasm-tiering-budget=1000000000");
const [, , origin, mode, ...rest] = process.argv;
const batchSize = 50;
const headers = { "content-type": "application/json", "x-api-key": "bench" };
const pool = new Pool(origin, { connections: 16 });
// Each worker waits for the reader.
process.stdout.setMaxListeners(0);

async function print(asked) {
  const answer = await request.call(pool, { origin, headers, ...asked });
  if (answer.statusCode !== 200) throw new Error(`HTTP ${answer.statusCode}`);
  const body = Buffer.from(await answer.body.arrayBuffer());
  if (!process.stdout.write(body)) await once(process.stdout, "drain");
}

function* batches(list) {
  const numbers = readFileSync(list, "latin1").trimEnd().split("\n");
  for (let at = 0; at < numbers.length; at += batchSize)
    yield JSON.stringify({ dot_numbers: numbers.slice(at, at + batchSize) });
}

async function work(bodies) {
  for (const body of bodies)
    await print({ method: "POST", path: "/v1/carriers/bulk", body });
}

async function main() {
  if (mode === "get")
    await Promise.all(rest.map((path) => print({ method: "GET", path })));
  else {
    const [list, concurrency] = rest;
    // Each worker takes the next batch.
    const bodies = batches(list);
    const workers = Array.from({ length: Number(concurrency) }, () => bodies);
    await Promise.all(workers.map(work));
  }
  await pool.destroy();
}

void main();
