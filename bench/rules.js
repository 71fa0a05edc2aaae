/** The rules by themselves: microseconds to judge a carrier of the load service by the built-in policy, records parsed beforehand. */
import { once } from "node:events";
import { get } from "node:http";
import { vet } from "../dist/library/index.js";

const [url] = process.argv.slice(2);
const carriers = 20_000;
const number = "2233855";

const records = Object.fromEntries(
  await Promise.all(["carrier", "insurance", "safety"].map(async (name) => [name, await recordOf(name)])),
);
const options = { asOf: new Date("2026-06-01T00:00:00Z") };
let started = 0n;
for (let at = -carriers; at < carriers; at++) {
  if (at === 0) started = process.hrtime.bigint();
  if (vet(records, undefined, options).findings.length === 0) throw new Error("nothing was judged");
}
console.log(Number(process.hrtime.bigint() - started) / 1e3 / carriers);

async function recordOf(name) {
  const request = get(`${url}/v1/carriers/${number}${name === "carrier" ? "" : `/${name}`}`);
  const [answer] = await once(request, "response");
  let text = "";
  for await (const piece of answer.setEncoding("utf8")) text += piece;
  return JSON.parse(text);
}
