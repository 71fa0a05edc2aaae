/**
 * What each status means: the words, the kind that decides the exit status, and
 * what to do next.
 */
import { describe, expect, test } from "vitest";
import type { DotNumber } from "../../src/dot-number.ts";
import { deniesCarrier } from "../../src/service/answer-failures.ts";
import type { ServiceErrorReason } from "../../src/service/service-error.ts";
import {
  answering,
  ask,
  dot,
  failure,
  one,
  open,
  record,
  respond,
  serve,
} from "./loopback.ts";

const key = { apiKey: "s3cret-key" };

test.each([
  [
    400,
    { error: { code: "INVALID_PARAM", message: "bad" } },
    "unusable",
    "the service refused the request (HTTP 400 INVALID_PARAM: bad)",
  ],
  [
    401,
    "",
    "key",
    "the service refused to answer without an API key (HTTP 401)",
  ],
  [
    404,
    { detail: "No." },
    "unusable",
    "no such carrier, or the base URL is wrong: @ (HTTP 404: No.)",
  ],
  [405, "", "unusable", "no carrier lookup service answers at @ (HTTP 405)"],
  [407, "", "unreachable", "the proxy asks for a user and password (HTTP 407)"],
  [408, "", "unreachable", "the service failed (HTTP 408)"],
  [
    429,
    { error: "slow", code: "RATE_LIMITED" },
    "unreachable",
    "the rate limit or quota is used up (HTTP 429 RATE_LIMITED: slow)",
  ],
  [
    500,
    { success: false, error: "oops" },
    "unreachable",
    "the service failed (HTTP 500: oops)",
  ],
  [501, "", "unusable", "the service refused the request (HTTP 501)"],
  [505, "", "unusable", "the service refused the request (HTTP 505)"],
  [
    400,
    "<html>No required SSL certificate was sent</html>",
    "unusable",
    "the service wants a client certificate, which usdot does not support (HTTP 400)",
  ],
  [
    304,
    "",
    "unusable",
    "the service redirects, which usdot does not follow (HTTP 304)",
  ],
])("HTTP %s %j is %s", async (status, body, kind, message) => {
  const origin = await answering(status, body);
  const error = await failure(ask(origin));
  expect(error).toMatchObject({
    kind,
    status,
    message: message.replace("@", `${origin}/v1/carriers/1`),
    hint: expect.stringMatching(/./),
    details: { dotNumber: "1", record: "carrier", baseUrl: origin },
  });
});

describe("a 403", () => {
  const page = "<html><h1>403 Forbidden</h1></html>";
  const quota = "Out of call volume quota. Quota will be replenished in 3 h.";
  test.each<
    [
      body: unknown,
      withKey: ServiceErrorReason,
      without?: ServiceErrorReason | undefined,
      headers?: Record<string, string>,
    ]
  >([
    ["", "key-refused", "request-refused"],
    [
      { error: { code: 403, message: "Access denied" } },
      "key-refused",
      "request-refused",
    ],
    ["Invalid API key", "key-refused", "key-missing"],
    [{ code: "INVALID_TOKEN" }, "key-refused", "key-missing"],
    [{ statusCode: 403, message: quota }, "rate-limited"],
    [`<html>API limit exceeded</html>`, "rate-limited"],
    ["Wait.", "rate-limited", undefined, { "retry-after": "3" }],
    [page, "gateway"],
    ["Request blocked by the firewall", "gateway"],
    ["Missing Authentication Token", "gateway"],
    [
      "",
      "gateway",
      undefined,
      { "x-amzn-errortype": "MissingAuthenticationTokenException" },
    ],
    ["Not from your country", "request-refused"],
    ["Monthly limit of your plan reached", "rate-limited"],
  ])("with %j", async (body, withKey, without = withKey, headers = {}) => {
    const origin = await answering(403, body, headers);
    expect((await failure(ask(origin, key))).reason).toBe(withKey);
    expect((await failure(ask(origin))).reason).toBe(without);
  });
});

const login = "https://login.example.com/authorize?state=zzz";
test.each([
  ["https://new.example/api@", "set the base URL to https://new.example/api"],
  ["/v2@/", "set the base URL to ORIGIN/v2"],
  ["@/", "check the base URL (ORIGIN)"],
  [login, "check the base URL (ORIGIN)"],
])("a redirect to %s is not followed", async (to, hint) => {
  const { origin, asked } = await serve((_, { url }, response) =>
    respond(response, 301, "", { location: to.replace("@", url) }),
  );
  const error = await failure(ask(origin, key));
  expect(error.hint).toContain(hint.replace("ORIGIN", origin));
  expect(error.message).not.toContain("zzz");
  expect(asked).toHaveLength(1);
});

test("a 404 names the record that is missing, and is in doubt by its own body, whatever was answered before", async () => {
  const bodies = [{ message: "No safety record for USDOT 1" }, "<h1>404</h1>"];
  const { origin } = await serve((nth, _, response) => {
    if (nth === 1) respond(response, 200, record("1"));
    else respond(response, 404, bodies[nth - 2]);
  });
  const { client, carrier } = open(origin);
  await carrier();
  const definite = await failure(client.record("safety", one));
  expect(definite.message).toMatch("the service has no safety record (HTTP 40");
  expect(await failure(client.record("insurance", one))).toMatchObject({
    reason: "doubtful-not-found",
    hint: expect.stringContaining(`the base URL (${origin})`),
  });
});

test.each([
  [{ message: "Carrier not found" }, [1], "not-found"],
  // It refuses them all.
  [{ message: "No carrier with DOT# 1" }, [1, 2], "request-refused"],
  ["<h1>404 Not Found</h1>", [1], "no-service"],
])("the 404 %j of a bulk request about %j", async (body, numbers, reason) => {
  const { client } = open(await answering(404, body));
  expect((await failure(client.bulk(dot(...numbers)))).reason).toBe(reason);
});

const longer = "or wait longer with --retries and --max-wait";
test.each([
  [{}, {}, `try again later, ${longer}; with an API key the limit is higher`],
  [{ "retry-after": "30" }, key, `try again in 30 seconds, ${longer}`],
])("a rate limit with %j says what to do", async (headers, changes, hint) => {
  const origin = await answering(429, "", headers);
  expect((await failure(ask(origin, changes))).hint).toBe(hint);
});

test("what the service says is shown without markup, and cut", async () => {
  const said = { message: "x".repeat(5_000), code: "<b>" };
  const { message } = await failure(ask(await answering(400, said)));
  expect(message).toMatch(/^the service refused .* \(HTTP 400: x{109}…\)$/);
});

const number = "2233855" as DotNumber;
const path = `/v1/carriers/${number}`;

const denies = (body: unknown, dotNumber = number) =>
  deniesCarrier(
    Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
    dotNumber,
  );

test.each([
  {
    error: {
      code: "NOT_FOUND",
      message: `No carrier found with DOT# ${number}`,
    },
  },
  { error: { code: "CARRIER_NOT_FOUND" } },
  { code: "CarrierNotFound", detail: "Sorry." },
  { code: "no-such-carrier" },
  { code: "UNKNOWN_DOT_NUMBER" },
  "Carrier unknown to FMCSA",
  "USDOT number does not exist",
  { errors: [{ title: "Not found", detail: "Unknown USDOT number" }] },
  "No safety record for this carrier",
  "The requested motor carrier doesn't exist.",
  `Not found: ${number}`,
  `00${number} not found`,
  {
    status: 404,
    error: "CARRIER_NOT_FOUND",
    message: "Carrier not found",
    path,
  },
  `USDOT ${number} is not in our system`,
  "U.S. DOT number not found",
  "No carriers found.",
  `${number}: not found`,
  "No carrier with USDOT No. 02,233,855",
])("a definite no: %j", (body) => {
  expect(denies(body)).toBe(true);
});

test.each([
  "",
  "null",
  "Not found.",
  { error: { code: "NOT_FOUND", message: "Not Found" } },
  "no Route matched with those values",
  { message: "no Route matched with those values", request_id: `a${number}b` },
  `Cannot GET ${path}`,
  "<html><head><title>404 Not Found</title></head><body><center>nginx</center></body></html>",
  `<html><h1>Carrier ${number} not found</h1></html>`,
  {
    message: `Route GET:${path} not found`,
    error: "Not Found",
    statusCode: 404,
  },
  {
    type: "https://tools.ietf.org/html/rfc9110#section-15.5.5",
    title: "Not Found",
    status: 404,
  },
  { code: "ResourceNotFound", message: `${path} does not exist` },
  "The page could not be found\n\nNOT_FOUND\n",
  { error: { code: "404", message: "DEPLOYMENT_NOT_FOUND" } },
  "Unknown host: carrier.example.com",
  "no healthy upstream for carrier-api",
  `no handler for carriers ${number}`,
  { code: "42P01", message: 'relation "carriers" does not exist' },
  "Resource carriers not found",
  { code: "UNKNOWN_CARRIER_ENDPOINT" },
  `Cannot GET &#x2F;v1&#x2F;carriers&#x2F;${number}`,
  `Nothing at v1%2Fcarriers%2F${number}`,
  `No route matches {:controller=>"carriers", :id=>"${number}"}`,
  `(get carriers.v1 ${number})`,
  `Access denied. USDOT ${number}`,
  "No permission to see this carrier",
  "No license for USDOT lookups",
  "Carrier data is not available at this time",
  "The carrier was not loaded because the database is down",
  "This account is not a carrier",
  "Carrier Services: 404 Not Found",
  "Connect the dots. Dot not found.",
  `Request 1${number} failed`,
])("in doubt: %j", (body) => {
  expect(denies(body)).toBe(false);
});

test("a short number stands in many messages, and names no carrier", () => {
  const short = "404" as DotNumber;
  expect(denies("Error 404: not found", short)).toBe(false);
  expect(denies("No carrier 404", short)).toBe(true);
});

test("a body of megabytes is judged by its beginning", () => {
  expect(denies(`${"/".repeat(1 << 22)} carrier not found`)).toBe(false);
  expect(denies(`Carrier not found ${"a.".repeat(1 << 21)}`)).toBe(true);
});
