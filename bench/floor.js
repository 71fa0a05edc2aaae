/**
 * The floor under a bulk run: the same batches over the same HTTP client, and nothing done with the answers but printing them: no checks,
 * no order, no bookkeeping.
 *
 *   node bench/floor.js URL LIST CONCURRENCY
 */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";

// By its parts, and with the flag of V8 that usdot sets on Node 20: it is the floor that is to be beaten, not a straw man.
if (process.version.startsWith("v20.")) setFlagsFromString("--liftoff-only");
const { default: Pool } = await import("undici/lib/dispatcher/pool.js");
const { default: request } = await import("undici/lib/api/api-request.js");

const [, , url, list, concurrency] = process.argv;
const batchSize = 50;
const headers = { "content-type": "application/json", "x-api-key": "bench" };
const numbers = readFileSync(list, "latin1").trimEnd().split("\n");
const pool = new Pool(url, { connections: Number(concurrency) });
let next = 0;
// Each worker waits for the reader.
process.stdout.setMaxListeners(0);

await Promise.all(Array.from({ length: Number(concurrency) }, work));
await pool.destroy();

async function work() {
  while (next < numbers.length) {
    const batch = numbers.slice(next, next + batchSize);
    next += batchSize;
    const asked = {
      origin: url,
      method: "POST",
      path: "/v1/carriers/bulk",
      headers,
    };
    const answer = await request.call(pool, {
      ...asked,
      body: JSON.stringify({ dot_numbers: batch }),
    });
    if (answer.statusCode !== 200) throw new Error(`HTTP ${answer.statusCode}`);
    const body = Buffer.from(await answer.body.arrayBuffer());
    if (!process.stdout.write(body)) await once(process.stdout, "drain");
  }
}
