/**
 * Prints outputs of action.yml, `name=value` a line: how many carriers of an ndjson report (the first argument) end how, and the hash
 * that ends the evidence (the second). A run that did not finish has no report, and evidence without an end: their outputs are left out.
 */
const { createReadStream, existsSync } = require("node:fs");
const { createInterface } = require("node:readline");

const linesOf = (path) => createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY });

async function printCounts(report) {
  const counts = { carriers: 0, pass: 0, review: 0, fail: 0 };
  for await (const line of linesOf(report)) {
    counts.carriers += 1;
    counts[JSON.parse(line).verdict] += 1;
  }
  for (const [name, count] of Object.entries(counts)) process.stdout.write(`${name}=${count}\n`);
}

async function printHash(evidence) {
  let last = "";
  for await (const line of linesOf(evidence)) last = line;
  // The last line of a run that was cut off may be no JSON.
  const hash = /^\{"type":"end",.*"sha256":"([0-9a-f]{64})"\}$/.exec(last)?.[1];
  if (hash) process.stdout.write(`evidence-sha256=${hash}\n`);
}

async function main([report, evidence]) {
  if (existsSync(report)) await printCounts(report);
  await printHash(evidence);
}

main(process.argv.slice(2));
