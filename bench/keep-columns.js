/**
 * A spreadsheet of 12 columns, looked up with and without its own columns in the output. By hand:
 *
 *   node bench/keep-columns.js [rows]
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { peakOf, runAlternately, secondsOf } from "./measure.js";
import { megabytes, ratio, withSpread } from "./table.js";
import { machine, startService, usdot, workspace } from "./workspace.js";

const rows = Number(process.argv[2] ?? 100_000);
const list = join(workspace, "loads.csv");
const row = (index) =>
  `${index},"ACME, ""${index}"" INC",${1_000_000 + index},MILWAUKEE,WI,53201,(608) 555-0123,"1,5",x,y,2026-11-22,note`;
const header = "Load,Name,DOT Number,City,State,Zip,Phone,Rate,a,b,Date,Note";
writeFileSync(list, `${[header, ...Array.from({ length: rows }, (_, index) => row(index))].join("\r\n")}\r\n`);

console.log(machine());
const service = await startService();
const command = (...more) =>
  usdot(["bulk", "--base-url", service.url, "--api-key", "bench", "-f", list, "--format", "csv", ...more]);
const says = `${rows.toLocaleString("en-US")} answered`;
const trials = [
  { name: "without", command: command(), lines: rows + 1, says },
  { name: "--keep-columns", command: command("--keep-columns"), lines: rows + 1, says },
];
const [without, kept] = (await runAlternately(trials, 5)).map(secondsOf);
const [room, keptRoom] = (await runAlternately(trials, 1, { memory: true, warm: false })).map(peakOf);
service.stop();
console.log(`${rows} rows: ${withSpread(without, (each) => `${each.toFixed(2)} s`)} without,`);
console.log(
  `${withSpread(kept, (each) => `${each.toFixed(2)} s`)} with --keep-columns: ${ratio(kept.median / without.median)} (aim: 1.5)`,
);
console.log(`memory: ${megabytes(room.median)} and ${megabytes(keptRoom.median)}`);
