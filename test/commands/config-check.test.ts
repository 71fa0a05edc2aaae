/**
 * A newcomer with a wrong URL, a wrong key, no network or a proxy is told the
 * right thing.
 */
import { describe, expect, it } from "vitest";
import { answering, respond, serve } from "../service/loopback.ts";
import { folder } from "../support/resources.ts";
import type { MemoryOptions } from "../support/run.ts";
import { run, stoppable } from "../support/run.ts";

type Answer = Parameters<typeof serve>[0];
const at = async (answer: Answer) => (await serve(answer)).origin;

/** A service that answers every carrier, and knows one key. */
const service: Answer = (_, { method, headers }, response) => {
  const record = {
    dot_number: "2233855",
    legal_name: "PLAUSIBLE FREIGHT LLC",
    status: "ACTIVE",
    policies: {},
  };
  const { dot_number } = record;
  const key = headers["x-api-key"];
  if (method === "GET") respond(response, 200, record);
  else if (key === "right") respond(response, 200, [record]);
  else if (key === "ill") respond(response, 200, [{ dot_number, error: key }]);
  else respond(response, 401, { error: { message: "bad key" } });
};

async function check(args: string, options?: MemoryOptions) {
  const { status, stdout, stderr } = await run(`config check ${args}`, options);
  const lines = stdout
    .split("\n")
    .map((line) => line.replace(/ {2,}/g, " ").trimEnd());
  return { status, lines, text: stdout + stderr };
}

describe("what holds is said, a line each", () => {
  it("of the sample", async () => {
    expect(await check("--sample")).toMatchObject({
      status: 0,
      lines: expect.arrayContaining([
        "ok settings usdot sample, with an API key; vetting policy: default",
        "ok carrier USDOT 9000001 is PRAIRIE LANTERN FREIGHT INC",
      ]),
    });
  });

  it("of a service with a key, which is never printed, asked once", async () => {
    const url = await at(service);
    const { status, lines, text } = await check(`--base-url ${url}`, {
      env: { USDOT_API_KEY: "right" },
    });
    expect(status).toBe(0);
    expect(lines).toEqual([
      `ok settings ${url}, with an API key; vetting policy: default`,
      "ok carrier USDOT 2233855 is PLAUSIBLE FREIGHT LLC",
      "differs insurance USDOT 2233855 is PLAUSIBLE FREIGHT LLC; not as the interface says: policies",
      "ok safety USDOT 2233855 is PLAUSIBLE FREIGHT LLC",
      "ok bulk USDOT 2233855 is PLAUSIBLE FREIGHT LLC",
      "",
    ]);
    expect(text).not.toContain("right");
  });

  it("a definite no is an answer, too, but shows no record", async () => {
    const url = await answering(404, "No carrier found with DOT# 77");
    expect(await check(`77 --base-url ${url}`)).toMatchObject({
      status: 0,
      text: expect.stringMatching(
        /^unchecked +carrier +the service says that it has no such record; .*: usdot config check NUMBER\s/m,
      ),
    });
  });
});

const noCarrier =
  "FAILS carrier no such carrier, or the base URL is wrong: URL/v1/carriers/2233855 ";
const anyPath =
  "; any other path gets the same answer; check the base URL, or try a number that the service knows: usdot config check NUMBER";
const thisPath = "; check the number and the base URL (URL)";

it.each<
  [
    what: string,
    at: Answer | string,
    env: Record<string, string>,
    status: number,
    ...said: string[],
  ]
>([
  [
    "nothing that listens",
    "http://127.0.0.1:9",
    {},
    5,
    "FAILS carrier http://127.0.0.1:9 cannot be reached: connection refused ",
  ],
  [
    "a wrong key",
    service,
    { USDOT_API_KEY: "wrong" },
    4,
    "FAILS bulk the service refused the API key ",
    "; check the API key (usdot config list says where it is set); usdot config unset api-key removes a saved one\n",
  ],
  ["a bulk error", service, { USDOT_API_KEY: "ill" }, 6, "FAILS bulk "],
  [
    "the 404 of a web site",
    (_, __, response) => respond(response, 404, "<html>Not Found</html>"),
    {},
    6,
    noCarrier,
    anyPath,
  ],
  [
    "the 404 of a service",
    (_, { url }, response) =>
      respond(response, 404, /\d$/.test(url) ? "-" : ""),
    {},
    6,
    noCarrier,
    thisPath,
  ],
  [
    "the 404 of one record",
    (nth, asked, response) =>
      asked.url.endsWith("/insurance")
        ? respond(response, 404)
        : service(nth, asked, response),
    {},
    6,
    "FAILS insurance no insurance record, or the base URL is wrong: ",
    thisPath,
  ],
])(
  "what fails is said with what to do, and decides the exit status: %s",
  async (_, given, env, status, ...said) => {
    const url = typeof given === "string" ? given : await at(given);
    const found = await check(url && `--base-url ${url}`, { env });
    expect(found.status).toBe(status);
    for (const words of said)
      expect(found.lines.join("\n")).toContain(
        words.replace(/URL(?=\/|\))/, url),
      );
    expect(found.text).not.toMatch(/usdot config check\b(?! NUMBER)/);
    expect(found.text).not.toContain("internal error");
  },
);

it("interrupted, it ends as any command does", async () => {
  const { signal, stop } = stoppable();
  const url = await at(() => stop());
  const { status, text } = await check(`--base-url ${url}`, { signal });
  expect([status, text]).toEqual([130, "usdot: interrupted\n"]);
});

it.each(["", "--json"])(
  "nothing that the service says controls a terminal: %s",
  async (format) => {
    const url = await answering(500, { message: "\u001b[2J\u202e" });
    const { text } = await check(`--base-url ${url} ${format}`);
    expect(text).toContain("\\u001b[2J\\u202e");
    expect(text).not.toMatch(/[^\n -~]/);
  },
);

it("--json has the same", async () => {
  const args = "config check --json --base-url http://127.0.0.1:9";
  const { status, stdout } = await run(args);
  expect(status).toBe(5);
  expect(JSON.parse(stdout)).toMatchObject([
    { check: "settings", result: "ok" },
    { check: "carrier", result: "FAILS" },
  ]);
});

it("names the policy that would judge, and refuses what cannot be used", async () => {
  const { at, write } = folder();
  const checkPolicy = (rules: string) => {
    const text = `version: 1\nname: ours\nrules: ${rules}\n`;
    return check(`--sample --policy ${at(write("policy.yaml", text))}`);
  };
  const { text } = await checkPolicy("{ status: { allow: [ACTIVE] } }");
  expect(text).toContain("vetting policy: ours\n");
  for (const [{ status, text }, words] of [
    [await checkPolicy("{ statsu: {} }"), ':3:10: unknown rule "statsu"'],
    [await check(""), "base-url is not set; usdot config set base-url URL"],
    [await check("MC-1 --sample"), "MC-1 is a docket number"],
  ] as const) {
    expect(status).toBe(2);
    expect(text).toContain(words);
  }
});
