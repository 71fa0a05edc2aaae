/**
 * Agents over stdio: the current client of the protocol, and the one that most
 * agents have (@modelcontextprotocol/sdk).
 */
import { once } from "node:events";
import { readFileSync, statSync } from "node:fs";
import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
import { Client, type Transport } from "@modelcontextprotocol/client";
import { Client as SdkClient } from "@modelcontextprotocol/sdk/client/index.js";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { claimFields } from "../../src/list/input.ts";
import { run as runInHost } from "../../src/main.ts";
import { numbered } from "../lookup/answers.ts";
import {
  type Answering,
  answering,
  record,
  respond,
  serve,
} from "../service/loopback.ts";
import { filing, good } from "../support/fixtures.ts";
import { folder } from "../support/resources.ts";
import {
  ending,
  jsonLines,
  type MemoryOptions,
  memoryHost,
  run,
  stoppable,
  wordsOf,
} from "../support/run.ts";

type Mode = "legacy" | { pin: string };
// biome-ignore lint/suspicious/noExplicitAny: its shape is what is tested
type Json = any;
interface Told {
  text: string;
  data: Json;
  isError: boolean;
}

interface ServerOptions extends MemoryOptions {
  /** When a call has taken as long as it may; nothing else that waits goes on. */
  endOfCall?: Promise<void>;
  /** Called when the service's own wish is waited for. */
  onPause?: () => void;
}

/** A transport to a server in this process. */
function serverFor(typed: string, options?: ServerOptions) {
  const [asked, answered] = [new PassThrough(), new PassThrough()];
  const { host } = memoryHost(options);
  const sleep: typeof host.sleep = async (milliseconds, signal) => {
    const isCall = milliseconds === 50_000;
    if (isCall) return options?.endOfCall ?? new Promise(() => {});
    if (!options?.endOfCall) return host.sleep(milliseconds, signal);
    options.onPause?.();
    await once(signal ?? new AbortController().signal, "abort");
    signal?.throwIfAborted();
  };
  const ended = runInHost(wordsOf(`mcp ${typed}`), {
    ...host,
    sleep,
    stdin: asked,
    stdout: answered,
  }).finally(() => answered.end());
  const transport: Transport = {
    async start() {
      const lines = createInterface(answered);
      lines.on("line", (line) => transport.onmessage?.(JSON.parse(line)));
      lines.on("close", () => transport.onclose?.());
    },
    async send(message) {
      asked.write(`${JSON.stringify(message)}\n`);
    },
    async close() {
      asked.end();
    },
  };
  return { transport, ended };
}

async function connect(
  typed: string,
  { mode = "legacy", ...options }: ServerOptions & { mode?: Mode } = {},
) {
  const { transport, ended } = serverFor(typed, options);
  const client = new Client(
    { name: "test", version: "1" },
    { versionNegotiation: { mode } },
  );
  await client.connect(transport);
  onTestFinished(() => client.close());
  const call = async (
    name: string,
    given: Record<string, unknown>,
    more = {},
  ): Promise<Told> => {
    const result = await client.callTool({ name, arguments: given }, more);
    const [{ text = "" } = {}] = result.content as { text?: string }[];
    const data: Json = result.structuredContent;
    // Clients read either.
    expect(JSON.parse(text)).toEqual(data);
    return { text, data, isError: result.isError ?? false };
  };
  return { client, call, ended };
}

const key = "sk_live_0123456789";
const withKey = { env: { USDOT_API_KEY: key } };

/** What a tool tells of the sample service, to an operator with these options. */
async function told(name: string, given: object, options = "") {
  const { call } = await connect(`--sample ${options}`);
  return call(name, { ...given });
}

/** What the sample service's carriers come to. */
async function vetted(given: object, options?: string) {
  const all = { dot_numbers: ["9000001"], ...given };
  return (await told("vet_carriers", all, options)).data;
}

const verdictsIn = ({ carriers }: Json) =>
  carriers.map(({ verdict }: Json) => verdict).join(" ");

const findingIn = ({ findings }: Json, name: string) =>
  findings.find(({ rule }: Json) => rule === name);

describe("a client of the package that most agents use (sdk 1.32)", () => {
  // Their results cover everything that a tool may say.
  test.each<[name: string, given: object, isError: boolean, said?: object]>([
    [
      "get_carrier",
      { dot_number: "USDOT 9,000,001" },
      false,
      {
        dot_number: "9000001",
        carrier: { legal_name: "PRAIRIE LANTERN FREIGHT INC" },
        insurance: {
          policies: [
            {},
            { policy_type: "CARGO", insurer_name: "SAMPLE INLAND MARINE CO" },
          ],
        },
        safety: { inspections: expect.any(Object) },
        as_of: "2026-11-21T12:00:00.000Z",
      },
    ],
    ["get_carrier", { dot_number: "9000404" }, true],
    [
      "get_carrier",
      { dot_number: "9000401" },
      true,
      {
        error: {
          code: "key",
          hint: expect.stringMatching("^tell whoever runs"),
        },
      },
    ],
    [
      "get_carrier",
      { dot_number: "9000429" },
      true,
      { error: { hint: "ask again in 60 minutes" } },
    ],
    [
      "vet_carriers",
      {
        dot_numbers: ["9000001", "DOT 9000005 X", "9000010", "9000404", "MC-1"],
        findings: "all",
      },
      false,
      {
        policy: "default",
        notes: expect.arrayContaining([
          'read USDOT 9000005 out of "DOT 9000005 X"',
          "4 carriers: 2 fail, 1 needs review, 1 passes; 1 line is not a USDOT number",
        ]),
        carriers: [
          { dot_number: "9000001", verdict: "pass" },
          { dot_number: "9000005", verdict: "fail" },
          { dot_number: "9000010", verdict: "review" },
          { dot_number: "9000404", verdict: "fail" },
        ],
        errors: [
          {
            dot_number: "MC-1",
            error: {
              code: "usage",
              message: "MC-1 is a docket number, not a USDOT number",
              hint: expect.stringContaining("SAFER"),
            },
          },
        ],
      },
    ],
    [
      "bulk_lookup",
      { dot_numbers: ["9000001", "9000404", "x"] },
      false,
      {
        carriers: [{ dot_number: "9000001", status: "ACTIVE" }],
        errors: [
          { dot_number: "9000404", error: { code: "not-found" } },
          { dot_number: "x" },
        ],
      },
    ],
  ])("gets a result of %s %j", async (name, given, isError, said = {}) => {
    const { transport } = serverFor("--sample");
    const client = new SdkClient({ name: "test", version: "1" });
    await client.connect(transport as Parameters<SdkClient["connect"]>[0]);
    onTestFinished(() => client.close());
    const result = await client.callTool({ name, arguments: { ...given } });
    expect(result.isError ?? false).toBe(isError);
    expect(result.structuredContent).toMatchObject({
      service: "usdot sample",
      notes: expect.arrayContaining([expect.stringContaining("sample data")]),
    });
    expect(result.structuredContent).toMatchObject(said);
  });
});

describe.each<[string, Mode]>([
  ["2025", "legacy"],
  ["2026", { pin: "2026-07-28" }],
])("in the protocol of %s", (_, mode) => {
  test("the tools are few, described in little room and in plain types", async () => {
    const { client } = await connect("--sample", { mode });
    const { tools: listed } = await client.listTools();
    expect(JSON.stringify(listed).length).toBeLessThanOrEqual(4_000);
    expect(JSON.stringify(listed)).not.toMatch(
      /"type":\[|anyOf|oneOf|allOf|\$ref/,
    );
    const hints = {
      readOnlyHint: true,
      idempotentHint: true,
      openWorldHint: true,
    };
    expect(listed[0]?.description).toContain("Judges nothing");
    expect(listed.map((tool) => [tool.name, tool.annotations])).toEqual([
      ["get_carrier", hints],
      ["vet_carriers", hints],
      ["bulk_lookup", hints],
    ]);
  });

  /** Cancels a vetting after so many requests, which nobody answers. */
  async function canceled(given: object, requests: number, options = "") {
    const { origin, asked } = await serve(() => {});
    const { call } = await connect(`${options} --base-url ${origin}`, { mode });
    const stop = new AbortController();
    const failed = expect(
      call("vet_carriers", { ...given }, { signal: stop.signal }),
    ).rejects.toThrow();
    await vi.waitFor(() => expect(asked).toHaveLength(requests));
    stop.abort();
    await failed;
    return { call, asked };
  }

  test("all records of one carrier are asked for at once, beside claims, too", async () => {
    const claims = [{ dot_number: "1", name: "ACME" }];
    await canceled({ dot_numbers: ["1"], claims }, 3);
  });

  test("a canceled call sends nothing more", async () => {
    const given = { dot_numbers: numbered(25) };
    const { call, asked } = await canceled(given, 2, "--concurrency 2");
    const next = await call("get_carrier", { dot_number: "MC-1" });
    expect(next.isError).toBe(true);
    expect(asked).toHaveLength(2);
  });
});

describe("what agents send", () => {
  test.each([
    [{ dot_numbers: [9000001, 9000005] }, "pass fail"],
    [{ dot_numbers: "9000001" }, "pass"],
    [{ dot_numbers: '["9000001"]' }, "pass"],
    [
      { claims: '{ "dot_number": "9000001", "phone": "555-555-0199" }' },
      "fail",
    ],
    [{ claims: [], findings: null, reference: null, by: null }, "pass"],
    [
      {
        claims: [
          { dot_number: "9000001", mc: "9100002" },
          { dot_number: "9000001", name: "Prairie Lantern Freight" },
        ],
      },
      "fail",
    ],
    // A day that may be two is for review, of that carrier alone.
    [
      {
        dot_numbers: ["9000001", "9000002"],
        claims: [
          { dot_number: "9000001", expires: "12/11/2026" },
          { dot_number: "9000002", name: "Grand Kite Lines" },
        ],
      },
      "review pass",
    ],
    [
      {
        dot_numbers: ["9000001", "9000002"],
        claims: [{ dot_number: "calls as DOT 9000001", phone: "5555550199" }],
      },
      "fail pass",
    ],
  ])("%j is read", async (given, verdicts) => {
    expect(verdictsIn(await vetted(given))).toBe(verdicts);
  });

  test.each([
    [{ policy: "version: 1" }, 'unknown argument "policy"'],
    [
      { finding: "all" },
      'unknown argument "finding"; did you mean "findings"?',
    ],
    [{ dot_numbers: [] }, "dot_numbers is missing"],
    [
      { dot_numbers: Array(26).fill("1") },
      "dot_numbers must be a list of at most 25",
    ],
    [{ dot_numbers: ["9000001", null] }, "dot_numbers must be text, not null"],
    [{ dot_numbers: "[1" }, "[1 is not a USDOT number"],
    [
      { claims: [{ dot_number: "1", phon: "5" }] },
      'claims: unknown argument "phon"; did you mean "phone"?',
    ],
    [
      { claims: [{ dot_number: "2", phone: "5" }] },
      "claims are about 2, which is not among dot_numbers",
    ],
    [
      {
        dot_numbers: ["1", "MC 1"],
        claims: [{ dot_number: "MC 1", phone: "5" }],
      },
      "claims are about MC 1, which is a docket number, not a USDOT number",
    ],
    [
      { claims: [{ dot_number: "1", phone: "" }] },
      "claims about 1 say nothing",
    ],
    [
      { dot_numbers: undefined, load: 1, findings: "some" },
      'vet_carriers: dot_numbers is missing; vet_carriers: findings must be problems or all, not "some"; vet_carriers: unknown argument "load"',
    ],
  ])("%j is refused by name", async (given, message) => {
    const all = { dot_numbers: ["1"], ...given };
    const { data, isError } = await told("vet_carriers", all);
    const error = data.error ?? data.errors[0].error;
    expect([isError, error.code]).toEqual([true, "usage"]);
    expect(error.message).toContain(message);
  });
});

describe("what is told", () => {
  test("no insurance is said in words", async () => {
    const notes = ["no cargo insurance on file"];
    const one = await told("get_carrier", { dot_number: "9000012" });
    expect(one.data.notes.slice(1)).toEqual(notes);
    const none = await told("get_carrier", { dot_number: "9000007" });
    expect(none.data.notes.slice(1)).toEqual(["no BIPD policy", ...notes]);
    // What the carrier record says is not known.
    const part = { dot_number: "9000012", records: ["insurance"] };
    const { data: some } = await told("get_carrier", part);
    expect(some.notes.slice(1)).toEqual(["no cargo policy"]);
    const data = await vetted({ dot_numbers: ["9000001", "9000012"] });
    const unclaimed =
      "nothing claimed: the caller was not compared with the record";
    expect(data.carriers).toMatchObject([
      { notes: [unclaimed], line: expect.stringContaining(unclaimed) },
      { notes: [...notes, unclaimed] },
    ]);
  });

  test("that a number is marked as out of service", async () => {
    const given = { dot_numbers: ["9000002", "ACME DOT 9000001 OOS"] };
    const { notes } = (await told("bulk_lookup", given)).data;
    expect(notes).toContain(
      "marked: USDOT 9000001 (OOS); other words, colors and comments are not marks",
    );
    expect(notes.join()).toContain("read USDOT 9000001 out of");
  });

  test.each([
    [503, 404, { code: "unreachable" }],
    [404, 503, { code: "not-found" }],
    [200, 503, undefined],
    [404, 200, undefined],
  ])(
    "of records of which the first is answered by %i and the second by %i: an error where none is there",
    async (first, second, error) => {
      const { origin } = await serve((_, { name }, response) => {
        const status = name === "insurance" ? first : second;
        const body = good[name as "insurance" | "safety"];
        const missing = {
          error: { code: "NOT_FOUND", message: "No USDOT 9000001" },
        };
        respond(response, status, status === 200 ? body : missing);
      });
      const { call } = await connect(`--base-url ${origin} --retries 0`);
      const records = ["insurance", "safety"];
      const { data, isError } = await call("get_carrier", {
        dot_number: "9000001",
        records,
      });
      expect(isError).toBe(error !== undefined);
      if (error) expect(data.error).toMatchObject(error);
      else expect(Object.keys(data)).toEqual(expect.arrayContaining(records));
    },
  );

  test("for which load, and by whom, where it is known; in a line to paste, too", async () => {
    const by = "--by desk";
    const [unsigned, without] = [await vetted({}), await vetted({}, by)];
    expect([unsigned.by, without.reference, without.by]).toEqual([
      "an agent over MCP",
      undefined,
      "desk over MCP",
    ]);
    const reference = "LOAD-4782";
    const data = await vetted({ reference, by: "J. Doe" }, by);
    // No agent signs with a name alone.
    expect(data).toMatchObject({ reference, by: "desk for J. Doe over MCP" });
    const [{ line }] = data.carriers;
    expect(line).toContain("PASS USDOT 9000001 PRAIRIE LANTERN FREIGHT INC · ");
    expect(line).toContain(" by desk for J. Doe over MCP · load LOAD-4782");
  });

  test("no verdict once a list is not what it was when the server read it", async () => {
    const { at, write } = folder({
      "denied.txt": "1\n",
      "policy.yaml":
        "version: 1\nname: mine\nrules: { dot_number: { deny_file: denied.txt } }\n",
    });
    const { call } = await connect(`--sample --policy ${at("policy.yaml")}`);
    const told = async () =>
      (await call("vet_carriers", { dot_numbers: ["9000001"] })).data;
    expect(await told()).not.toHaveProperty("error");
    write("denied.txt", "9000001\n");
    const message = expect.stringMatching(/denied.txt has changed since this/);
    expect(await told()).toMatchObject({ error: { message } });
  });

  test("by which rules was judged, and of a finding that is waived until when, by whom and why", async () => {
    const waived = { reason: "known", by: "safety desk", until: "2099-12-31" };
    const { at } = folder({
      "waivers.yaml":
        "version: 1\nwaivers:\n  - { carrier: 9000005, rule: status, saw: { status: INACTIVE }, reason: known, by: safety desk, until: 2099-12-31 }\n",
      "policy.yaml":
        "version: 1\nname: mine\nrules:\n  status: { allow: [ACTIVE] }\n",
    });
    const data = await vetted(
      { dot_numbers: ["9000005"] },
      `--policy ${at("policy.yaml")} --waivers ${at("waivers.yaml")}`,
    );
    expect([data.policy, verdictsIn(data)]).toEqual(["mine", "pass"]);
    expect(findingIn(data.carriers[0], "status")).toMatchObject({
      effect: "waived",
      message: 'status is "INACTIVE"',
      waived,
    });
  });

  const note = "x".repeat(500);
  const policies = numbered(600).map((at) =>
    filing({ policy_number: `EX-${at}`, note }),
  );
  const safety = { ...good.safety, rating: `Conditional ${note}` };
  const dot_numbers = numbered(25).map(String);
  const claims = dot_numbers.map((dot_number) => ({
    dot_number,
    ...Object.fromEntries(claimFields.map((field) => [field, "2027-01-01"])),
  }));

  test.each([
    ["get_carrier", { dot_number: "1" }],
    ["vet_carriers", { dot_numbers, findings: "all", claims }],
    ["bulk_lookup", { dot_numbers }],
  ])(
    "however much the service sends, no result of %s is longer than clients take",
    async (tool, given) => {
      const { origin } = await serve(
        (_, { number: dot_number, name }, response) => {
          const remarks = Array(20).fill(note);
          const summaries = dot_numbers.map((each) => ({
            ...record(each),
            remarks,
          }));
          const answers: Record<string, object> = {
            carrier: record(dot_number),
            insurance: { dot_number, policies },
            safety: { ...safety, dot_number },
          };
          const isBulk = dot_number === "bulk";
          respond(response, 200, isBulk ? summaries : answers[name]);
        },
      );
      const { call } = await connect(`--base-url ${origin}`, withKey);
      const { text, data } = await call(tool, given);
      const { length } = JSON.stringify([text, data]);
      expect(length).toBeLessThan(60_000);
      expect(length).toBeGreaterThan(50_000);
      const { carriers, left_out, insurance } = data;
      if (tool === "get_carrier") {
        const kept = insurance.policies.length;
        expect(left_out).toEqual({
          "insurance.policies": policies.length - kept,
        });
        return;
      }
      // What is left out is left out whole, and named, so that it can be asked
      // for again.
      const named = carriers.map((each: Json) => each.dot_number);
      expect([...named, ...(left_out?.carriers ?? [])]).toEqual(dot_numbers);
      if (tool !== "vet_carriers") return;
      expect(Object.keys(data.verdicts)).toEqual(dot_numbers);
      for (const carrier of carriers) {
        expect(carrier.findings.length).toBeGreaterThan(10);
        const { parts } = findingIn(carrier, "claims");
        expect(parts).toHaveLength(claimFields.length);
      }
    },
  );

  test("texts of the service are harmless, the key is in no result, and without one there is no bulk lookup", async () => {
    const name = `\u001b[2J${key} \u202eACME`;
    const origin = await answering(200, {
      ...record("1"),
      legal_name: name,
      [`x-${key}`]: [name],
    });
    const without = await connect(`--base-url ${origin}`);
    expect(
      (await without.client.listTools()).tools.map(({ name }) => name),
    ).toEqual(["get_carrier", "vet_carriers"]);
    const { call } = await connect(`--base-url ${origin}`, withKey);
    for (const { text, data } of [
      await call("get_carrier", { dot_number: 1 }),
      await call("vet_carriers", { dot_numbers: [1], findings: "all" }),
    ]) {
      expect(text).not.toContain(key);
      expect(text).toContain("[redacted]");
      expect(JSON.stringify(data)).not.toMatch(/(?<!\\)\\u001b|\u202e/);
    }
  });
});

describe("what the operator decides", () => {
  test("that each vetting is recorded, readable by the owner only; it can be judged again", async () => {
    const { at, names } = folder();
    const evidence = at("evidence");
    const { call } = await connect("--sample", {
      env: { USDOT_EVIDENCE: evidence },
    });
    const given = { dot_numbers: ["9000001"], reference: "LOAD-1" };
    const both = [call("vet_carriers", given), call("vet_carriers", given)];
    for (const { data } of await Promise.all(both)) {
      const { file, sha256 } = data.evidence;
      expect(jsonLines(readFileSync(file, "utf8"))).toMatchObject([
        { type: "run", reference: "LOAD-1" },
        { type: "carrier" },
        { type: "end", sha256 },
      ]);
      expect((await run(`vet --from ${file}`)).status).toBe(0);
    }
    expect(statSync(evidence).mode & 0o777).toBe(0o700);
    const name = "2026-11-21T120000Z-9000001-LOAD-1";
    expect(names("evidence")).toEqual([`${name}-2.ndjson`, `${name}.ndjson`]);
  });

  test.each([
    ["--policy /dev/null", 2],
    ["--evidence /dev/null/x", 7],
  ])(
    "what %s cannot be ends it before anything is said",
    async (args, status) => {
      const ended = await run(`--sample mcp ${args}`, { stdin: "" });
      expect(ended).toMatchObject({ ...ending(status, "usdot: "), stdout: "" });
    },
  );
});

const noAnswer = "no answer within the 50 seconds of a call";
const slowDown: Answering = [429, "", { "retry-after": "40" }];
test.each<
  [name: string, given: object, answer: object, words: string, Answering?]
>([
  [
    "get_carrier",
    { dot_number: "1" },
    { error: { code: "unreachable" } },
    `${noAnswer}"`,
  ],
  [
    "get_carrier",
    { dot_number: "1" },
    { error: { code: "unreachable" } },
    `${noAnswer}: the service asks clients to wait, 40 seconds more"`,
    slowDown,
  ],
  [
    "vet_carriers",
    { dot_numbers: numbered(9) },
    { carriers: Array(9).fill({ verdict: "review" }) },
    `answers are missing for 9 of 9 carriers; the first: ${noAnswer}; ask again; of several`,
  ],
])(
  "of a service that hangs, %s ends before clients give up",
  async (name, given, answer, words, reply) => {
    let end = () => {};
    const endOfCall = new Promise<void>((resolve) => {
      end = resolve;
    });
    const { origin, asked } = await serve((_nth, _asked, response) => {
      if (reply) respond(response, ...reply);
    });
    const args = `--base-url ${origin} --retries 1`;
    const options = { ...withKey, endOfCall, onPause: end };
    const { call } = await connect(args, options);
    const called = call(name, { ...given });
    await vi.waitFor(() => expect(asked).not.toHaveLength(0));
    if (!reply) end();
    const { text, data } = await called;
    expect(data).toMatchObject(answer);
    expect(text).toContain(words);
  },
);

test.each(["get_carrier", "vet_carriers"])(
  "%s says that an answer may be an old one",
  async (name) => {
    const old = { date: "Tue, 05 May 2026 08:00:00 GMT" };
    const origin = await answering(200, record("9000001"), old);
    const { call } = await connect(`--base-url ${origin}`);
    const given =
      name === "get_carrier"
        ? { dot_number: "9000001" }
        : { dot_numbers: ["9000001"] };
    const { data } = await call(name, given);
    expect(data.notes.join()).toContain("it may be an old one (of a cache)");
  },
);

test("who closes standard input after a question still gets the answer", async () => {
  const { transport, ended } = serverFor("--sample");
  const answers: unknown[] = [];
  transport.onmessage = (message) => answers.push(message);
  await transport.start();
  const params = { name: "get_carrier", arguments: { dot_number: "9000001" } };
  await transport.send({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
  await transport.close();
  expect(await ended).toBe(0);
  expect(answers).toMatchObject([
    { id: 1, result: { structuredContent: { dot_number: "9000001" } } },
  ]);
});

test("it says on a terminal what it is", async () => {
  const { signal, stop } = stoppable();
  const typed = run("--sample mcp", { tty: true, signal });
  stop();
  const { status, stderr } = await typed;
  expect(status).toBe(130);
  expect(stderr.replaceAll("\n", " ")).toContain("Model Context Protocol");
});
