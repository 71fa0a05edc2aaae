/** Where the policy comes from, and what is wrong with it. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { respond, serve } from "../../service/loopback.ts";
import { temporaryDirectory } from "../../support/resources.ts";
import { fileOf, freePath, linesOf, policyOf, vet, vetSample, waiversOf } from "./vetting.ts";

/** Which policy judged, by its name in the report. */
async function policyThatJudged(args: string, changes: Parameters<typeof vetSample>[1] = {}): Promise<string> {
  const { out } = await vetSample(`9000001 --format json ${args}`, changes);
  return JSON.parse(out).policy.name;
}

const namedPolicy = (name: string) => `version: 1\nname: ${name}\nrules: { status: { allow: [ACTIVE] } }\n`;

describe("the policy", () => {
  it("comes from the flag, the environment or the configuration file, in this order", async () => {
    const home = temporaryDirectory();
    for (const name of ["flag", "environment"]) writeFileSync(join(home, name), namedPolicy(name));
    mkdirSync(join(home, "settings"));
    writeFileSync(join(home, "settings/beside.yaml"), namedPolicy("file"));
    // Relative to the configuration file, wherever the command runs.
    writeFileSync(join(home, "settings/config.json"), JSON.stringify({ policy: "beside.yaml" }), { mode: 0o600 });
    const config = { USDOT_CONFIG: join(home, "settings/config.json") };
    const env = { ...config, USDOT_POLICY: join(home, "environment") };
    expect(await policyThatJudged(`--policy ${home}/flag`, { env })).toBe("flag");
    expect(await policyThatJudged("", { env })).toBe("environment");
    expect(await policyThatJudged("", { env: config })).toBe("file");
  });

  it("is never looked for in the working directory", async () => {
    const home = temporaryDirectory();
    for (const name of ["policy.yaml", "policy", "usdot.yaml"]) writeFileSync(join(home, name), namedPolicy("found"));
    expect(await policyThatJudged("", { home })).toBe("default");
  });

  it("reports all its mistakes at once, with their places, and asks for nothing", async () => {
    const service = await serve((_, __, response) => respond(response, 500));
    const policy = fileOf(
      `version: 1
name: x
rules:
  status: { allow: [ACTIVE] }
  dot_number: { deny_file: blocked.txt }
  authority.stats: { allow: [ACTIVE] }
  authority.age: { min_days: 0 }
`,
      "policy.yaml",
    );
    writeFileSync(join(policy, "../blocked.txt"), "1\nACME\n");
    const { status, out, err } = await vet(`1 --policy ${policy} --base-url ${service.origin}`);
    expect({ status, out }).toEqual({ status: 2, out: "" });
    expect(err.replaceAll(policy, "policy.yaml")).toBe(
      `usdot: policy.yaml:6:3: unknown rule "authority.stats"; did you mean "authority.status"?
usdot: policy.yaml:7:30: authority.age: min_days must be at least 1, not 0
usdot: blocked.txt:2:1: "ACME" has no digits; a USDOT number has 1 to 8
usdot: policy.yaml has 3 mistakes; nothing was sent
`,
    );
    expect(service.asked).toEqual([]);
  });

  it("does not hide the mistakes in the waivers", async () => {
    const [policy, waivers] = [
      fileOf("version: 1\nname: x\nrules: { statis: {} }\n"),
      waiversOf({ carrier: "x", rule: "y" }),
    ];
    const { status, err } = await vet(`1 --base-url http://127.0.0.1:9 --policy ${policy} --waivers ${waivers}`);
    expect(status).toBe(2);
    const lines = err.replaceAll(policy, "policy").replaceAll(waivers, "waivers").split("\n");
    expect(lines.filter((line) => line.startsWith("usdot: waivers:"))).toHaveLength(2);
    expect(lines.at(-2)).toBe("usdot: policy has 1 mistake, and waivers has 2 mistakes; nothing was sent");
  });

  it("does not hide that other files are missing, nor does its own absence", async () => {
    const wrong = fileOf("version: 1\nname: x\n");
    const origin = "--base-url http://127.0.0.1:9";
    const list = await vet(`--file nosuch.txt --policy ${wrong} ${origin}`);
    expect(list.status).toBe(7);
    expect(list.err).toContain(`${wrong}:1:1: `);
    expect(list.err).toMatch(/has 1 mistake, and cannot read nosuch.txt: [^\n]*; nothing was sent\n$/);
    const all = await vet(`--file nosuch.txt --policy nosuch.yaml --waivers nosuchw.yaml ${origin}`);
    expect(all.status).toBe(7);
    for (const name of ["nosuch.yaml", "nosuchw.yaml", "nosuch.txt"]) expect(all.err).toContain(`cannot read ${name}`);
    const invalid = fileOf("1\nfoo\n");
    const strict = await vet(`--file ${invalid} --strict --policy ${wrong} ${origin}`);
    expect(strict.status).toBe(2);
    expect(strict.err).toContain(`${invalid}:2: foo has no digits`);
    expect(strict.err).toContain("has 1 mistake, and the list has 1 line that is not a USDOT number");
    const waivers = await vet(`--file nosuch.txt --waivers ${waiversOf({ carrier: "x", rule: "status" })} ${origin}`);
    expect(waivers.err).toContain("has 1 mistake, and cannot read nosuch.txt");
    const empty = await vet(`- --policy ${wrong} ${origin}`, { input: "" });
    expect(empty.err).toContain("has 1 mistake, and the list holds no USDOT number");
  });

  it.each([
    ["a directory", () => temporaryDirectory(), 7, "it is a directory"],
    ["a device without an end", () => "/dev/zero", 2, "/dev/zero is larger than 1 MiB"],
    ["a file of 2 MiB", () => fileOf("# x\n".repeat(2 ** 19)), 2, "is larger than 1 MiB"],
    ["no text", () => fileOf("version: 1\0"), 2, "has"],
    ["nothing", () => fileOf(""), 2, "the file is empty"],
  ])("cannot be %s", async (_, policy, expected, message) => {
    const { status, err } = await vet(`1 --base-url http://127.0.0.1:9 --policy ${policy()}`);
    expect(err).toContain(message);
    expect(status).toBe(expected);
  });

  it("with a byte order mark has the hash of its file", async () => {
    const policy = fileOf(`\ufeff${namedPolicy("bom")}`);
    const evidence = freePath("run.ndjson");
    expect((await vetSample(`9000001 --policy ${policy} --evidence ${evidence}`)).status).toBe(0);
    const [run = ""] = linesOf(evidence);
    expect(JSON.parse(run).policy.text).toBe(readFileSync(policy, "utf8"));
    expect((await vet(`--from ${evidence}`)).status).toBe(0);
  });

  it("that compares with an earlier run needs one to be named, or none", async () => {
    const policy = policyOf("unchanged: { fields: [identity] }");
    const { status, err } = await vetSample(`9000001 --policy ${policy}`);
    expect(status).toBe(2);
    expect(err).toContain("the rule unchanged needs an earlier run to compare with; name its evidence with --since");
    expect((await vetSample(`9000001 --policy ${policy} --since none`)).status).toBe(0);
  });
});

it("gives the same verdicts in every time zone", async () => {
  const before = process.env["TZ"];
  const judged: string[] = [];
  const all = Array.from({ length: 14 }, (_, index) => 9000001 + index).join(" ");
  try {
    for (const zone of ["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
      process.env["TZ"] = zone;
      const { out } = await vetSample(`${all} --format ndjson`, { now: () => Date.parse("2026-11-21T23:30:00Z") });
      judged.push(out);
    }
  } finally {
    if (before === undefined) delete process.env["TZ"];
    else process.env["TZ"] = before;
  }
  expect(new Set(judged).size).toBe(1);
});
