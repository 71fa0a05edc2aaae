/** The floor under a replay: evidence read, hashed and parsed line by line, and nothing else. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

const hash = createHash("sha256");
const stream = createReadStream(process.argv[2], { highWaterMark: 2 ** 20 });
stream.on("data", (piece) => hash.update(piece));
let bodies = 0;
for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
  const { body } = JSON.parse(line);
  if (body) bodies += body.length;
}
console.log(hash.digest("hex"), bodies);
