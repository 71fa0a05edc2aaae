/** A newcomer with a wrong URL, a wrong key, no network, a certificate of a company is told the right thing. */
import { readFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { listening } from "../support/resources.ts";
import { type MemoryOptions, run } from "../support/run.ts";

const fixture = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../fixtures/untrusted-${name}.pem`, import.meta.url)));

/** A service that answers every carrier, and knows one key. */
const service: RequestListener = (request, response) => {
  const key = request.headers["x-api-key"];
  const record = { dot_number: "2233855", legal_name: "PLAUSIBLE FREIGHT LLC", status: "ACTIVE" };
  const answer = (status: number, value: unknown) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
  if (request.method !== "POST") return answer(200, record);
  return key === "right" ? answer(200, [record]) : answer(401, { error: { code: "UNAUTHORIZED", message: "bad key" } });
};

const answering =
  (status: number, body: string): RequestListener =>
  (_, response) =>
    void response.writeHead(status).end(body);
const serve = async (listener: RequestListener) => `http://${await listening(createServer(listener))}`;

async function check(args: string[], options: MemoryOptions = {}) {
  const { status, stdout, stderr } = await run(["config", "check", ...args], options);
  const lines = stdout.split("\n").map((line) => line.replace(/ {2,}/g, " ").trimEnd());
  return { status, lines, text: stdout + stderr };
}

describe("what holds is said, a line each", () => {
  it("of the sample", async () => {
    const { status, lines } = await check(["--sample"]);
    expect(status).toBe(0);
    expect(lines).toContain("sample --sample true");
    expect(lines).toContain("ok service usdot sample, without an API key");
    expect(lines).toContain("ok carrier USDOT 9000001 is PRAIRIE LANTERN FREIGHT INC");
  });

  it("of a service with a key, which is never printed, asked once", async () => {
    const url = await serve(service);
    const { status, lines, text } = await check(["--base-url", url], { env: { USDOT_API_KEY: "right" } });
    expect(status).toBe(0);
    expect(lines).toEqual([
      "setting from value",
      `base-url --base-url ${url}`,
      "api-key USDOT_API_KEY ********",
      "",
      "ok name 127.0.0.1 is 127.0.0.1",
      `ok service ${url}, with an API key`,
      "ok carrier USDOT 2233855 is PLAUSIBLE FREIGHT LLC",
      "ok bulk 1 of 1 carrier found",
      "",
    ]);
    expect(text).not.toContain("right");
  });

  it("a definite no is an answer, too", async () => {
    const url = await serve(answering(404, '{"error":{"code":"NOT_FOUND","message":"No carrier found with DOT# 77"}}'));
    const { status, lines } = await check(["77", "--base-url", url]);
    expect(status).toBe(0);
    expect(lines).toContain("ok carrier the service does not know USDOT 77, and says so clearly");
  });
});

describe("what fails is said with what to do, and decides the exit status", () => {
  const noUrl =
    "base-url is not set; usdot config set base-url URL, or try the embedded sample: usdot --sample 9000001";
  const proxied = { env: { HTTPS_PROXY: "http://127.0.0.1:9" } };

  it.each<[what: string, url: string, MemoryOptions, number, line: string]>([
    ["no base URL", "", {}, 2, `FAILS service no service to look carriers up in: ${noUrl}`],
    ["an unknown name", "https://nowhere.invalid", {}, 5, "FAILS name the host of https://nowhere.invalid cannot be"],
    ["nothing that listens", "http://127.0.0.1:9", {}, 5, "FAILS carrier nothing answers at http://127.0.0.1:9 "],
    ["no proxy", "https://a.example", proxied, 5, "ok proxy 127.0.0.1:9 is asked to reach a.example"],
  ])("%s", async (_, url, options, status, line) => {
    const found = await check(url ? ["--base-url", url] : [], options);
    expect(found.status).toBe(status);
    expect(found.lines.join("\n")).toContain(line);
    expect(found.text).not.toMatch(/usdot config check\b/);
  });

  it("a wrong key", async () => {
    const url = await serve(service);
    const { status, lines } = await check(["--base-url", url], { env: { USDOT_API_KEY: "wrong" } });
    expect(status).toBe(4);
    expect(lines.at(-2)).toMatch(/^FAILS bulk the service refused the API key .*; check the API key$/);
  });

  it.each<[string, RequestListener, string]>([
    ["a web site", answering(404, "<html>Not Found</html>"), "the same for a path that no service has"],
    ["a framework", answering(404, '{"detail":"Not found."}'), "the same for a path that no service has"],
    [
      "a service that does not name the carrier",
      (request, response) => void response.writeHead(404).end(String(request.url?.endsWith("check"))),
      "differently for a path that no service has, so it is probably about the carrier",
    ],
  ])("a 404 of %s is explained", async (_, listener, words) => {
    const { status, lines } = await check(["--base-url", await serve(listener)]);
    expect(status).toBe(6);
    expect(lines.at(-2)).toContain(`answers ${words}`);
    expect(lines.at(-2)).toContain("; try a number that the service knows: usdot config check NUMBER");
  });

  it("a certificate that is not trusted: who issued it, until when, and what to do", async () => {
    const server = createHttpsServer({ key: fixture("key"), cert: fixture("cert") }, service);
    const { status, lines } = await check(["--base-url", `https://${await listening(server)}`]);
    expect(status).toBe(5);
    const line = lines.find((each) => each.startsWith("FAILS certificate"));
    expect(line).toMatch(/the certificate is not trusted \(\w+\); it is issued by .+, valid until \d{4}-\d\d-\d\d; /);
    expect(line).toContain("NODE_EXTRA_CA_CERTS");
  });
});

it("nothing that the service says controls a terminal", async () => {
  const body = JSON.stringify({ error: { code: "E", message: "\u001b[2J\u202e" } });
  const args = ["--base-url", await serve(answering(500, body))];
  for (const { text } of [await check(args), await check([...args, "--json"])]) {
    expect(text).toContain("\\u001b[2J\\u202e");
    for (const character of ["\u001b", "\u202e"]) expect(text).not.toContain(character);
  }
});

it("--json has the same", async () => {
  const { status, stdout } = await run(["config", "check", "--json", "--base-url", "http://127.0.0.1:9"]);
  const found = JSON.parse(stdout);
  expect(status).toBe(5);
  expect(found.exit_status).toBe(5);
  expect(found.checks.map(({ check: name, ok }: { check: string; ok: boolean }) => [name, ok])).toEqual([
    ["name", true],
    ["service", true],
    ["carrier", false],
  ]);
});

it("a number that is not one is refused", async () => {
  const { status, text } = await check(["MC-1", "--sample"]);
  expect(status).toBe(2);
  expect(text).toContain("usdot: MC-1 is a docket number, not a USDOT number");
});
