/**
 * What `import "usdot"` gives, as built, to programs that have neither our
 * packages nor Node's types.
 */
import { execFileSync } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import type { DotNumber } from "../src/dot-number.ts";
import {
  createClient,
  defaultPolicy,
  judge,
  localDay,
  parseDotNumber,
  parseWaivers,
} from "../src/library.ts";
import type { Waiver } from "../src/vet/policy/waivers.ts";
import { always, record, sampleService } from "./service/loopback.ts";
import { folder } from "./support/resources.ts";

const { dotNumber } = parseDotNumber("1") as { dotNumber: DotNumber };

const program = `
import { createClient, defaultPolicy, judge, localDay, parseDotNumber, parsePolicy, ServiceError } from "usdot";
import type { Answers, Finding, Policy, Verdict } from "usdot";

export async function vet(text: string, baseUrl: string): Promise<Verdict> {
  const parsed = parseDotNumber(text);
  if ("invalid" in parsed) throw new Error(parsed.invalid);
  const { dotNumber } = parsed;
  const client = createClient({ baseUrl, timeout: undefined });
  const carrier = await client.record("carrier", dotNumber);
  const body: Uint8Array | undefined = carrier.exchange.body;
  if (body === undefined || (carrier.state === "unanswered" && carrier.error instanceof ServiceError))
    throw new Error("no answer");
  const answers: Answers = {
    carrier,
    insurance: await client.record("insurance", dotNumber),
    safety: await client.record("safety", dotNumber),
  };
  await client.close();
  const subject = { claims: [{ phone: "555-555-0101" }], ...parsed, answers };
  const policy: Policy = await defaultPolicy();
  const { verdict, findings } = judge(policy, subject, { today: localDay(Date.now()) });
  const messages: string[] = findings.map(({ rule, message }: Finding) => rule + ": " + message);
  return messages.length > 0 ? verdict : "review";
}

export const ours = parsePolicy("version: 1\\nname: x\\nrules: { status: { allow: [ACTIVE] } }", {
  path: "policy.yaml",
  readList: () => "",
});
`;

it("compiles and runs in a program that has only usdot", async () => {
  const { path: directory, at, write } = folder();
  for (const path of ["dist", "package.json"])
    cpSync(path, at(`node_modules/usdot/${path}`), { recursive: true });
  write("package.json", '{ "type": "module" }');
  write("vet.ts", program);
  const page = readFileSync("docs/agents.md", "utf8");
  write("page.ts", /^```ts\n(.*?)^```$/ms.exec(page)?.[1] ?? "none");
  const compilerOptions = {
    strict: true,
    module: "nodenext",
    types: [],
    skipLibCheck: false,
  };
  const config = { compilerOptions, files: ["vet.ts", "page.ts"] };
  write("tsconfig.json", JSON.stringify(config));
  const tsc = resolve("node_modules/typescript/bin/tsc");
  execFileSync(process.execPath, [tsc, "--project", directory], {
    stdio: "inherit",
  });
  const { vet, ours } = await import(at("vet.js"));
  const service = await sampleService();
  expect(await vet("USDOT 9,000,001", service)).toBe("pass");
  expect(await vet("9000005", service)).toBe("fail");
  expect(await vet("DOT 9000001 MC 9", service)).toBe("fail");
  expect((await ours).rules).toHaveLength(1);
});

it("refuses what types would, rather than judge something else", async () => {
  const policy = await defaultPolicy();
  const judged = (today: number, claims?: object[]) => {
    const dossier = { dotNumber, claims, answers: {} };
    return judge(policy, dossier, { today });
  };
  const today = localDay(Date.now());
  expect(judged(today, [{ phone: "1" }]).verdict).toBe("review");
  for (const moment of [Date.now(), Date.now() / 1_000, 20_261_128])
    expect(() => judged(moment)).toThrow(/^today is not a day/);
  expect(() => judged(today, [{ Phone: "1" }])).toThrow("field Phone");
});

it.each([
  [
    "api.example.com",
    'base-url "api.example.com" (from createClient) is not a URL; did you mean https://api.example.com?',
  ],
  [
    "https://user:pass@api.example.com",
    "base-url (from createClient) has a user name, a password, a query or a fragment, which a base URL cannot have",
  ],
])("refuses the base URL %s as the command line does", (baseUrl, message) => {
  expect(() => createClient({ baseUrl })).toThrow(message);
});

it("judges by no waiver that was not checked as a file is", async () => {
  const policy = await defaultPolicy();
  const judged = (waivers: Waiver[]) =>
    judge(policy, { dotNumber, answers: {} }, { today: 20_000, waivers });
  const given = { carrier: "1", reason: "known", by: "Ann" };
  const waiver = { ...given, rule: "authority.age", until: "2026-12-31" };
  expect(() => judged([waiver])).toThrow("take those of parseWaivers");
  const [checked] = (await parseWaivers({ version: 1, waivers: [waiver] }))
    .waivers;
  expect(judged([checked as Waiver]).unusedWaivers).toHaveLength(1);
  const wrong = { ...waiver, rule: "exists", until: "2026-02-30" };
  await expect(
    parseWaivers({ version: 1, waivers: [wrong] }),
  ).rejects.toMatchObject({
    problems: [{ path: "waivers", line: 1 }, { line: 1 }],
  });
});

it("sends the key of a loopback base URL to no proxy, and none over plain http", async () => {
  const [proxy, service] = [await always(200), await always(200, record("1"))];
  const proxyEnv = { http_proxy: proxy.origin, ALL_PROXY: proxy.origin };
  const client = createClient({
    baseUrl: service.origin,
    apiKey: "sk_live_0123456789",
    proxyEnv,
  });
  const { state } = await client.record("carrier", dotNumber);
  await client.close();
  expect([state, proxy.asked]).toEqual(["answered", []]);
  expect(service.asked[0]?.headers["x-api-key"]).toBe("sk_live_0123456789");
  expect(() =>
    createClient({ baseUrl: "http://carriers.example", apiKey: "secret-key" }),
  ).toThrow("API keys are never sent over plain http");
});
