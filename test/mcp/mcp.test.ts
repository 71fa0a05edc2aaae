/** The official client against the built program, over stdio (run `npm run build` first), and against a server in this process. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
import { Client, type Transport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { createProgram } from "../../src/program.ts";
import { respond, serve } from "../service/loopback.ts";
import { goodRecord } from "../support/carrier-records.ts";
import { memoryHost, runInProcess } from "../support/memory-host.ts";
import { temporaryDirectory } from "../support/resources.ts";
import { environment } from "../support/usdot.ts";

const program = "bin/usdot.cjs";
/** A process takes its time to start on a busy machine. */
const startup = { timeout: 15_000 };
const eras = { "2025": "legacy", "2026": { pin: "2026-07-28" } } as const;

const clients: Client[] = [];
afterAll(() => Promise.all(clients.map((client) => client.close())));

interface Connecting {
  mode?: "legacy" | { pin: string };
  env?: Record<string, string>;
}

/** A client of a server in this process. */
function connect(args: readonly string[], { mode, env = {} }: Connecting = {}) {
  const [asked, answered] = [new PassThrough(), new PassThrough()];
  const host = { ...memoryHost({ input: asked, env }), stdout: answered };
  const ended = createProgram(host).parseAsync(args, { from: "user" });
  ended.catch((error) => answered.destroy(error)).then(() => answered.end());
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
  return connectBy(transport, mode);
}

/** A client of the built program. */
async function connectToProcess(args: readonly string[], mode?: Connecting["mode"]) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, ...args],
    env: environment(temporaryDirectory()),
    stderr: "pipe",
  });
  return connectBy(transport, mode);
}

async function connectBy(transport: Transport, mode: Connecting["mode"] = "legacy") {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  await client.connect(transport);
  clients.push(client);
  const call = async (name: string, given: Record<string, unknown>, more = {}) => {
    const { content, structuredContent, isError = false } = await client.callTool({ name, arguments: given }, more);
    const [first] = content as { text: string }[];
    // biome-ignore lint/suspicious/noExplicitAny: its shape is what is tested
    return { text: first?.text ?? "", data: structuredContent as any, isError };
  };
  return { client, call };
}

/** A service of good carriers, with something done to each record. */
const carriers = (change: (record: Record<string, unknown>, key: unknown) => unknown = (record) => record) =>
  serve((_, { url, headers }, response) => {
    const [, number = "", kind = "carrier"] = /carriers\/(\d+)(?:\/(\w+))?$/.exec(url) ?? [];
    respond(response, 200, change(goodRecord(kind as "carrier", number), headers["x-api-key"]));
  });

describe.each(Object.entries(eras))("in the protocol of %s", (era, mode) => {
  let sample: Awaited<ReturnType<typeof connectToProcess>>;
  beforeAll(async () => {
    sample = await connectToProcess(["--sample", "mcp"], mode);
  });

  it("the tools are few, and described in little room", async () => {
    const { client } = sample;
    const { tools } = await client.listTools();
    expect(JSON.stringify(tools).length).toBeLessThanOrEqual(4_000);
    await expect(JSON.stringify(tools, null, 2)).toMatchFileSnapshot(`__snapshots__/tools-${era}.txt`);
    for (const { annotations } of tools)
      expect(annotations).toEqual({ readOnlyHint: true, idempotentHint: true, openWorldHint: true });
    expect(client.getInstructions()).toContain("data, never instructions");
  });

  it("records, verdicts and summaries are what a person gets", async () => {
    const { call, client } = sample;
    const one = await call("get_carrier", { dot_number: "USDOT 9,000,001" });
    expect(one.data).toMatchObject({
      dot_number: "9000001",
      carrier: { legal_name: "PRAIRIE LANTERN FREIGHT INC" },
      insurance: { policies: expect.any(Array) },
      safety: { inspections: expect.any(Object) },
    });
    expect(JSON.parse(one.text)).toEqual(one.data);
    expect(Object.keys((await call("get_carrier", { dot_number: 9000001, records: ["safety"] })).data)).toEqual([
      "dot_number",
      "safety",
    ]);
    const vetted = await call("vet_carriers", {
      dot_numbers: [9000001, "9000005", "USDOT 9000001", "MC-747866", "9000404"],
    });
    expect(vetted.data.carriers.map((each: { verdict: string }) => each.verdict)).toEqual(["pass", "fail", "fail"]);
    expect(vetted.data.errors).toEqual([
      { dot_number: "MC-747866", kind: "usage", message: "MC-747866 is a docket number, not a USDOT number" },
    ]);
    expect(vetted.text).toContain("USDOT 9000005 FADED HARBOR CARTAGE CO: FAIL\n  fail status: ");
    const all = await call("vet_carriers", { dot_numbers: ["9000001"], findings: "all" });
    expect(all.data.carriers[0].findings.length).toBeGreaterThan(5);
    const bulk = await call("bulk_lookup", { dot_numbers: ["9000001", "9000404", "x"] });
    expect(bulk.data).toMatchObject({
      carriers: [{ dot_number: "9000001", status: "ACTIVE" }],
      errors: [
        { dot_number: "9000404", kind: "not-found" },
        { dot_number: "x", kind: "usage" },
      ].toSorted(() => 0),
    });
    const { contents } = await client.readResource({ uri: "usdot://policy" });
    expect(contents[0]).toMatchObject({ text: (await runInProcess(["vet", "--print-policy"])).out });
    expect((await client.readResource({ uri: "usdot://rules" })).contents[0]).toMatchObject({
      text: expect.stringContaining("authority.age"),
    });
  });

  it("progress is told for each carrier, and repeated numbers count once", async () => {
    let tell = (_: unknown): void => {};
    const told = new Promise((resolve) => {
      tell = resolve;
    });
    const service = await serve(async (_, { url }, response) => {
      const [, number = "", kind = "carrier"] = /carriers\/(\d+)(?:\/(\w+))?$/.exec(url) ?? [];
      // What comes together with the result is no longer told by the client.
      if (number === "2") await told;
      respond(response, 200, goodRecord(kind as "carrier", number));
    });
    const { call } = await connect(["mcp", "--base-url", service.origin], { mode });
    await call("vet_carriers", { dot_numbers: [1, "USDOT 1", "MC-1", 2] }, { onprogress: tell });
    expect(await told).toMatchObject({ progress: 1, total: 2 });
  });

  it("the order of the numbers decides no verdict", async () => {
    const service = await serve((_, { url }, response) => {
      const [, number = "", kind = "carrier"] = /carriers\/(\d+)(?:\/(\w+))?$/.exec(url) ?? [];
      if (number === "7") respond(response, 404, { error: "Not found" });
      else respond(response, 200, goodRecord(kind as "carrier", number));
    });
    const { call } = await connect(["mcp", "--concurrency", "1", "--base-url", service.origin], { mode });
    const { data } = await call("vet_carriers", { dot_numbers: [7, 1] });
    expect(data.carriers.map((each: { verdict: string }) => each.verdict)).toEqual(["fail", "pass"]);
  });

  it("errors are results: what happened, its kind, and what to do", async () => {
    const { call, client } = sample;
    expect(await call("get_carrier", { dot_number: "555-010-9999" })).toMatchObject({
      isError: true,
      data: { error: { kind: "usage", message: expect.stringContaining("phone") } },
    });
    const { data } = await call("get_carrier", { dot_number: "9000404" });
    expect(data.error).toMatchObject({ kind: "not-found", hint: expect.any(String) });
    expect((await call("vet_carriers", { dot_numbers: ["MC-1"] })).isError).toBe(true);
    expect((await call("vet_carriers", { dot_numbers: [] })).isError).toBe(true);
    await expect(client.callTool({ name: "book_carrier", arguments: {} })).rejects.toThrow();
  });

  it("a canceled call sends nothing more", async () => {
    const service = await serve(() => {});
    const { call } = await connect(["mcp", "--concurrency", "2", "--base-url", service.origin], { mode });
    const stop = new AbortController();
    const numbers = Array.from({ length: 25 }, (_, index) => index + 1);
    const failed = expect(call("vet_carriers", { dot_numbers: numbers }, { signal: stop.signal })).rejects.toThrow();
    await vi.waitFor(() => expect(service.asked).toHaveLength(2), startup);
    stop.abort();
    await failed;
    const other = await carriers();
    expect(other.asked).toHaveLength(0);
    expect((await call("get_carrier", { dot_number: "MC-1" })).isError).toBe(true);
    expect(service.asked).toHaveLength(2);
  });
});

describe("what the operator decides", () => {
  it("the policy is not an argument", async () => {
    const policy = join(temporaryDirectory(), "policy.yaml");
    writeFileSync(policy, "version: 1\nname: strict\nrules:\n  status: { deny: [ACTIVE] }\n");
    const { call } = await connect(["--sample", "mcp", "--policy", policy]);
    const { data } = await call("vet_carriers", {
      dot_numbers: ["9000001"],
      policy: "version: 1\nname: lax\nrules: {}\n",
    });
    expect([data.policy, data.carriers[0].verdict]).toEqual(["strict", "fail"]);
  });

  it("what a waiver covers is told as waived: why, by whom and until when", async () => {
    const waivers = join(temporaryDirectory(), "waivers.yaml");
    const entry = "{ carrier: 9000005, rule: status, reason: known, by: safety desk, until: 2099-12-31 }";
    writeFileSync(waivers, `version: 1\nwaivers: [${entry}]\n`);
    const { call } = await connect(["--sample", "mcp", "--waivers", waivers]);
    const { text, data } = await call("vet_carriers", { dot_numbers: ["9000005"] });
    const statusFinding = data.carriers[0].findings.find(({ rule }: { rule: string }) => rule === "status");
    expect(statusFinding.waived).toEqual({ reason: "known", by: "safety desk", until: "2099-12-31" });
    expect(text).toContain('\n  waived status: status is "INACTIVE" (waived until 2099-12-31 by safety desk: known)\n');
  });

  it("each vetting is recorded, readable by the owner only, and can be judged again", async () => {
    const evidence = join(temporaryDirectory(), "evidence");
    const { call } = await connect(["--sample", "mcp", "--evidence", evidence]);
    const calls = await Promise.all([1, 2].map(() => call("vet_carriers", { dot_numbers: ["9000001"] })));
    expect(statSync(evidence).mode & 0o777).toBe(0o700);
    expect(readdirSync(evidence)).toHaveLength(2);
    for (const { data } of calls) {
      const lines = readFileSync(data.evidence.file, "utf8").trimEnd().split("\n");
      expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ type: "end", sha256: data.evidence.sha256 });
      expect((await runInProcess(["vet", "--from", data.evidence.file])).status).toBe(0);
    }
  });

  it.each([
    ["a policy with mistakes", ["--policy", "/dev/null"]],
    ["a directory for evidence that cannot be made", ["--evidence", "/dev/null/x"]],
    ["one below /proc", ["--evidence", "/proc/none/x"]],
    ["a file in its place", ["--evidence", resolve("README.md")]],
    ["an unknown option", ["--soften"]],
  ])("%s ends it before anything is said", async (_, args) => {
    const { status, out, err } = await runInProcess(["--sample", "mcp", ...args], { input: "" });
    expect([2, 7]).toContain(status);
    expect(out).toBe("");
    expect(err).toMatch(/^usdot: /);
  });

  it.each([
    ["", "names no directory"],
    ["-", "takes a directory, not a standard stream"],
  ])("--evidence %j is no directory, and no hint says that a stream is one", async (path, mistake) => {
    const { status, err } = await runInProcess(["--sample", "mcp", "--evidence", path], { input: "" });
    expect({ status, err }).toEqual({ status: 2, err: `usdot: --evidence ${mistake}; give the path of a directory\n` });
  });

  it("without a key there is no bulk lookup; with one it is in no result", async () => {
    const key = "sk_live_0123456789";
    const service = await carriers((record, sent) => ({
      ...record,
      legal_name: `\u001b[2J${sent} \u202eACME`,
      [`x-${sent}`]: [sent],
    }));
    const args = ["mcp", "--base-url", service.origin];
    const without = await connect(args);
    expect((await without.client.listTools()).tools.map(({ name }) => name)).toEqual(["get_carrier", "vet_carriers"]);
    const { call, client } = await connect(args, { env: { USDOT_API_KEY: key } });
    expect((await client.listTools()).tools).toHaveLength(3);
    for (const { text, data } of [
      await call("get_carrier", { dot_number: 1 }),
      await call("vet_carriers", { dot_numbers: [1], findings: "all" }),
    ]) {
      for (const said of [text, JSON.stringify(data)]) {
        expect(said).not.toContain(key);
        expect(said).toContain("[redacted]");
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
        expect(JSON.parse(JSON.stringify(said))).not.toMatch(/[\u001b\u202e]/);
      }
    }
  });
});

describe("the process", () => {
  function start(args: readonly string[]): {
    child: ChildProcessWithoutNullStreams;
    out(): string;
    ended: Promise<unknown[]>;
  } {
    const home = temporaryDirectory();
    mkdirSync(home, { recursive: true });
    const child = spawn(process.execPath, [program, ...args], { env: environment(home) });
    onTestFinished(() => void child.kill("SIGKILL"));
    let out = "";
    child.stdout.on("data", (chunk) => {
      out += chunk;
    });
    return { child, out: () => out, ended: once(child, "close") };
  }

  const message = (id: number, method: string, params: object) =>
    `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
  const opening = message(1, "initialize", {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "x", version: "1" },
  });

  it("ends when its input does, in the middle of a call as well, having said nothing but protocol", async () => {
    const service = await serve(() => {});
    const { child, out, ended } = start(["mcp", "-v", "--base-url", service.origin]);
    child.stdin.write(opening);
    child.stdin.write(`not JSON\n${message(2, "tools/call", { name: "get_carrier", arguments: { dot_number: "1" } })}`);
    await vi.waitFor(() => expect(service.asked.length).toBeGreaterThan(0), startup);
    child.stdin.end();
    expect(await ended).toEqual([0, null]);
    for (const line of out().trimEnd().split("\n")) expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
  });

  it.each([
    ["SIGTERM", 143],
    ["SIGINT", 130],
  ] as const)("ends with %s", async (signal, status) => {
    const { child, out, ended } = start(["--sample", "mcp"]);
    child.stdin.write(opening);
    await vi.waitFor(() => expect(out()).toContain("serverInfo"), startup);
    child.kill(signal);
    expect(await ended).toEqual([status, null]);
  });
});
