/** A service that repeats the request's headers: the API key is in no evidence. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { respond, serve } from "../../service/loopback.ts";
import { goodRecord } from "../../support/carrier-records.ts";
import { freePath, linesOf, policyOf, questionOf, vet } from "./vetting.ts";

const key = 'sk_live_"0123/456"';
const env = { USDOT_API_KEY: key };

it("the key is not in the evidence, whatever repeats it; hashes are of what is stored", async () => {
  const service = await serve((_, asked, response) => {
    const { kind, numbers } = questionOf(asked);
    const debug = { request_headers: asked.headers };
    if (kind === "insurance") respond(response, 500, `<pre>X-API-Key: ${key} ${encodeURIComponent(key)}</pre>`);
    else respond(response, 200, { ...goodRecord(kind, numbers[0] as string), debug });
  });
  const evidence = freePath("run.ndjson");
  const { status } = await vet(`1 --retries 0 --base-url ${service.origin} --evidence ${evidence}`, { env });
  expect(status).toBe(8);
  const text = readFileSync(evidence, "utf8");
  for (const form of [key, JSON.stringify(key).slice(1, -1), "sk_live"]) expect(text).not.toContain(form);
  const answers = linesOf(evidence)
    .map((line) => JSON.parse(line))
    .filter(({ type }) => type === "answer");
  expect(answers).toHaveLength(3);
  for (const { redacted, body, sha256 } of answers) {
    expect(redacted).toBe(true);
    expect(body).toContain("[redacted]");
    expect(sha256).toBe(createHash("sha256").update(body).digest("hex"));
  }
  expect((await vet(`--from ${evidence}`)).status).toBe(8);
});

it("summaries of a bulk answer are redacted as well, and reused answers stay marked", async () => {
  const service = await serve((_, asked, response) => {
    const { numbers } = questionOf(asked);
    respond(
      response,
      200,
      numbers.map((number) => ({ ...goodRecord("bulk", number), echo: key })),
    );
  });
  const policy = policyOf("status: { allow: [ACTIVE] }");
  const [first, second] = [freePath("first.ndjson"), freePath("second.ndjson")];
  const run = `1 2 --policy ${policy} --base-url ${service.origin}`;
  expect((await vet(`${run} --evidence ${first}`, { env })).status).toBe(0);
  expect((await vet(`${run} --reuse ${first} --evidence ${second}`, { env })).status).toBe(0);
  for (const path of [first, second]) {
    expect(readFileSync(path, "utf8")).not.toContain("sk_live");
    expect(linesOf(path).filter((line) => line.includes('"redacted":true'))).toHaveLength(2);
  }
});
