/**
 * A newcomer with a wrong URL, a wrong key, no network or a proxy is told the
 * right thing.
 */
import { writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { InterruptedError } from "../../src/errors.ts";
import { listening, temporaryDirectory } from "../support/resources.ts";
import { type MemoryOptions, run } from "../support/run.ts";

/** A service that answers every carrier, and knows one key. */
const service: RequestListener = (request, response) => {
  const key = request.headers["x-api-key"];
  const record = {
    dot_number: "2233855",
    legal_name: "PLAUSIBLE FREIGHT LLC",
    status: "ACTIVE",
    policies: {},
  };
  const answer = (status: number, value: unknown) =>
    response
      .writeHead(status, { "content-type": "application/json" })
      .end(JSON.stringify(value));
  if (request.method !== "POST") return answer(200, record);
  return key === "right"
    ? answer(200, [record])
    : answer(401, { error: { code: "UNAUTHORIZED", message: "bad key" } });
};

const answering =
  (status: number, body: string): RequestListener =>
  (_, response) =>
    void response.writeHead(status).end(body);
const serve = async (listener: RequestListener) =>
  `http://${await listening(createServer(listener))}`;

async function check(args: string[], options: MemoryOptions = {}) {
  const { status, stdout, stderr } = await run(
    ["config", "check", ...args],
    options,
  );
  const lines = stdout
    .split("\n")
    .map((line) => line.replace(/ {2,}/g, " ").trimEnd());
  return { status, lines, text: stdout + stderr };
}

describe("what holds is said, a line each", () => {
  it("of the sample", async () => {
    const { status, lines } = await check(["--sample"]);
    expect(status).toBe(0);
    expect(lines).toContain("sample --sample true");
    expect(lines).toContain("ok settings usdot sample, without an API key");
    expect(lines).toContain(
      "ok carrier USDOT 9000001 is PRAIRIE LANTERN FREIGHT INC",
    );
  });

  it("of a service with a key, which is never printed, asked once", async () => {
    const url = await serve(service);
    const { status, lines, text } = await check(["--base-url", url], {
      env: { USDOT_API_KEY: "right" },
    });
    expect(status).toBe(0);
    expect(lines).toEqual([
      "setting from value",
      `base-url --base-url ${url}`,
      "api-key USDOT_API_KEY ********",
      expect.stringMatching(/^config default .*config\.json$/),
      "",
      `ok settings ${url}, with an API key`,
      "ok carrier USDOT 2233855 is PLAUSIBLE FREIGHT LLC",
      "differs insurance USDOT 2233855 is PLAUSIBLE FREIGHT LLC; not as the interface says: policies",
      "ok safety USDOT 2233855 is PLAUSIBLE FREIGHT LLC",
      "ok bulk USDOT 2233855 is PLAUSIBLE FREIGHT LLC",
      "",
    ]);
    expect(text).not.toContain("right");
  });

  it("a definite no is an answer, too, but shows no record", async () => {
    const url = await serve(
      answering(
        404,
        '{"error":{"code":"NOT_FOUND","message":"No carrier found with DOT# 77"}}',
      ),
    );
    const { status, lines } = await check(["77", "--base-url", url]);
    expect(status).toBe(0);
    expect(lines).toContainEqual(
      expect.stringMatching(
        /^unchecked carrier the service has no such record, and says so clearly; .*: usdot config check NUMBER, /,
      ),
    );
  });
});

describe("what fails is said with what to do, and decides the exit status", () => {
  const noPath = answering(404, '{"detail":"Not found."}');
  const noCarrier =
    "FAILS carrier no such carrier, or the base URL is wrong: URL/v1/carriers/2233855 ";
  const anyPath =
    "; any other path gets the same answer; check the base URL, or try a number that the service knows: usdot config check NUMBER";
  const thisPath = "; check the number and the base URL (URL)";

  it.each<
    [
      what: string,
      at: RequestListener | string,
      env: Record<string, string>,
      status: number,
      ...said: string[],
    ]
  >([
    [
      "no base URL",
      "",
      {},
      2,
      "FAILS settings no service to look carriers up in: base-url is not set; usdot config set base-url URL, or try the embedded sample: usdot --sample 9000001",
    ],
    [
      "nothing that listens",
      "http://127.0.0.1:9",
      {},
      5,
      "FAILS carrier nothing answers at http://127.0.0.1:9 ",
    ],
    [
      "a proxy of another kind",
      "https://a.example",
      { HTTPS_PROXY: "socks5://a" },
      2,
      "FAILS settings the environment variable",
    ],
    [
      "a wrong key",
      service,
      { USDOT_API_KEY: "wrong" },
      4,
      "FAILS bulk the service refused the API key ",
      "; check the API key\n",
    ],
    [
      "the 404 of a web site",
      answering(404, "<html>Not Found</html>"),
      {},
      6,
      noCarrier,
      anyPath,
    ],
    ["the 404 of a framework", noPath, {}, 6, noCarrier, anyPath],
    [
      "the 404 of a router",
      ({ url }, response) =>
        void response.writeHead(404).end(`Cannot GET ${url}`),
      {},
      6,
      noCarrier,
      anyPath,
    ],
    [
      "the 404 of a service",
      ({ url }, response) =>
        void response.writeHead(404).end(/\d$/.test(`${url}`) ? "-" : ""),
      {},
      6,
      noCarrier,
      thisPath,
    ],
    [
      "the 404 of one record",
      (request, response) =>
        request.url?.endsWith("/insurance")
          ? noPath(request, response)
          : service(request, response),
      {},
      6,
      "FAILS insurance no insurance record, or the base URL is wrong: ",
      thisPath,
    ],
  ])("%s", async (_, at, env, status, ...said) => {
    const url = typeof at === "string" ? at : await serve(at);
    const found = await check(url ? ["--base-url", url] : [], { env });
    expect(found.status).toBe(status);
    for (const words of said)
      expect(found.lines.join("\n")).toContain(
        words.replace(/URL(?=\/|\))/, url),
      );
    expect(found.text).not.toMatch(/usdot config check\b(?! NUMBER)/);
    expect(found.text).not.toContain("internal error");
  });

  it("the policy, although the service answers", async () => {
    const policy = join(temporaryDirectory(), "policy.yaml");
    writeFileSync(
      policy,
      "version: 1\nname: ours\nrules: { status: { allow: [ACTIVE] } }\n",
    );
    const good = await check(["--sample", "--policy", policy]);
    expect(good).toMatchObject({
      status: 0,
      lines: expect.arrayContaining(["ok policy your vetting rules are ours"]),
    });
    writeFileSync(
      policy,
      "version: 1\nname: ours\nrules: { statsu: {}, foo: {} }\n",
    );
    const { status, lines } = await check(["--sample", "--policy", policy]);
    expect(status).toBe(2);
    expect(lines.join("\n")).toMatch(
      /^FAILS policy .*:3:10: .*"statsu".*; .*:3:22: .*"foo"/m,
    );
    expect(lines).toContain(
      "ok carrier USDOT 9000001 is PRAIRIE LANTERN FREIGHT INC",
    );
  });

  it("a wrong saved key that breaks a lookup which needs none", async () => {
    const cwd = temporaryDirectory();
    const url = await serve(answering(401, "{}"));
    const file = { "base-url": url, "api-key": "wrong" };
    writeFileSync(join(cwd, "c.json"), JSON.stringify(file), { mode: 0o600 });
    const { status, stderr } = await run(["1", "--config", "c.json"], { cwd });
    expect(status).toBe(4);
    expect(stderr).toMatch(
      /; check the API key, or run: usdot config unset api-key --config c\.json\n$/,
    );
  });
});

it("interrupted, it ends as any command does", async () => {
  const stop = new AbortController();
  const url = await serve(() => stop.abort(new InterruptedError("SIGINT")));
  const args = ["--base-url", url];
  const { status, text } = await check(args, { signal: stop.signal });
  expect([status, text]).toEqual([130, "usdot: interrupted\n"]);
});

it("nothing that the service says controls a terminal", async () => {
  const body = JSON.stringify({
    error: { code: "E", message: "\u001b[2J\u202e" },
  });
  const args = ["--base-url", await serve(answering(500, body))];
  for (const { text } of [
    await check(args),
    await check([...args, "--json"]),
  ]) {
    expect(text).toContain("\\u001b[2J\\u202e");
    for (const character of ["\u001b", "\u202e"])
      expect(text).not.toContain(character);
  }
});

it("--json has the same", async () => {
  const { status, stdout } = await run([
    "config",
    "check",
    "--json",
    "--base-url",
    "http://127.0.0.1:9",
  ]);
  const found = JSON.parse(stdout);
  expect(status).toBe(5);
  expect(found.exit_status).toBe(5);
  expect(
    found.checks.map(({ check: name, result }: Record<string, string>) => [
      name,
      result,
    ]),
  ).toEqual([
    ["settings", "ok"],
    ["carrier", "FAILS"],
  ]);
});

it("a number that is not one is refused", async () => {
  const { status, text } = await check(["MC-1", "--sample"]);
  expect(status).toBe(2);
  expect(text).toContain("usdot: MC-1 is a docket number, not a USDOT number");
});
