/** What each status means: the words, the kind that decides the exit status, and what to do next. */
import { expect, test } from "vitest";
import {
  ServiceError,
  type ServiceErrorReason,
} from "../../src/service/errors.ts";
import { dot, failure, one, open, respond, serve } from "./loopback.ts";

type Row = [
  status: number,
  body: unknown,
  withKey: boolean,
  reason: string,
  message: string,
];

test.each<Row>([
  [
    400,
    { error: { code: "INVALID_PARAM", message: "bad" } },
    false,
    "request-refused",
    "the service refused the request (HTTP 400 INVALID_PARAM: bad)",
  ],
  [401, {}, true, "key-refused", "the service refused the API key (HTTP 401)"],
  [
    401,
    {},
    false,
    "key-missing",
    "the service refused to answer without an API key (HTTP 401)",
  ],
  [403, {}, true, "key-refused", "the service refused the API key (HTTP 403)"],
  [
    403,
    { message: "no key" },
    false,
    "key-missing",
    "the service refused to answer without an API key (HTTP 403: no key)",
  ],
  [
    403,
    "<html>Forbidden</html>",
    false,
    "request-refused",
    "the service refused the request (HTTP 403)",
  ],
  [
    404,
    { message: "Carrier not found" },
    false,
    "not-found",
    "the service has no such carrier (HTTP 404: Carrier not found)",
  ],
  [
    404,
    { detail: "No." },
    false,
    "doubtful-not-found",
    "no such carrier, or the base URL is wrong: @ (HTTP 404: No.)",
  ],
  [
    405,
    "",
    false,
    "no-service",
    "no carrier lookup service answers at @ (HTTP 405)",
  ],
  [
    407,
    "",
    false,
    "proxy-authentication",
    "the proxy asks for a user and password (HTTP 407)",
  ],
  [408, "", false, "service-failed", "the service failed (HTTP 408)"],
  [
    413,
    "",
    false,
    "request-refused",
    "the service refused the request (HTTP 413)",
  ],
  [
    429,
    { error: "slow", code: "RATE_LIMITED" },
    true,
    "rate-limited",
    "too many requests (HTTP 429 RATE_LIMITED: slow)",
  ],
  [
    500,
    { success: false, error: "oops" },
    false,
    "service-failed",
    "the service failed (HTTP 500: oops)",
  ],
  [
    501,
    "",
    false,
    "request-refused",
    "the service refused the request (HTTP 501)",
  ],
  [
    502,
    "<html>Bad Gateway</html>",
    false,
    "service-failed",
    "the service failed (HTTP 502)",
  ],
  [
    505,
    "",
    false,
    "request-refused",
    "the service refused the request (HTTP 505)",
  ],
  [
    304,
    "",
    false,
    "redirected",
    "the service redirects, which usdot does not follow (HTTP 304)",
  ],
])(
  "HTTP %s %j (key: %s) is %s",
  async (status, body, withKey, reason, message) => {
    const { origin } = await serve((_, __, response) =>
      respond(response, status, body),
    );
    const { client } = open(origin, {
      retries: 0,
      ...(withKey && { apiKey: "s3cret-key" }),
    });
    const error = await failure(client.record("carrier", one));
    expect(error).toMatchObject({
      reason,
      status,
      dotNumber: "1",
      record: "carrier",
      baseUrl: origin,
      withKey,
    });
    expect(error.message).toBe(message.replace("@", `${origin}/v1/carriers/1`));
    expect(error.hint).toBeTruthy();
  },
);

test.each<[reason: ServiceErrorReason, kind: string]>([
  ["not-found", "not-found"],
  ["key-missing", "key"],
  ["rate-limited", "unreachable"],
  ["service-failed", "unreachable"],
  ["doubtful-not-found", "unusable"],
  ["request-refused", "unusable"],
])("%s ends as %s", (reason, kind) => {
  expect(
    new ServiceError("", { reason, baseUrl: "http://x", withKey: false }).kind,
  ).toBe(kind);
});

test("a 404 names the record that is missing, and is in doubt by its own body, whatever was answered before", async () => {
  const { origin } = await serve((nth, _, response) => {
    if (nth === 1)
      respond(response, 200, { dot_number: "1", status: "ACTIVE" });
    else
      respond(
        response,
        404,
        nth === 2
          ? { message: "No safety record for USDOT 1" }
          : "<h1>404 Not Found</h1>",
      );
  });
  const { client } = open(origin);
  await client.record("carrier", one);
  expect((await failure(client.record("safety", one))).message).toMatch(
    "the service has no safety record (HTTP 404: ",
  );
  const doubtful = await failure(client.record("insurance", one));
  expect(doubtful.reason).toBe("doubtful-not-found");
  expect(doubtful.hint).toBe(`check the number and the base URL (${origin})`);
});

test.each<
  [about: string, body: unknown, numbers: number[], reason: ServiceErrorReason]
>([
  [
    "one number is a definite no",
    { message: "Carrier not found" },
    [1],
    "not-found",
  ],
  [
    "one of several refuses them all",
    { message: "No carrier with DOT# 1" },
    [1, 2],
    "request-refused",
  ],
  [
    "a path means that there is no such service",
    "<h1>404 Not Found</h1>",
    [1],
    "no-service",
  ],
])("the 404 of a bulk request about %s", async (_, body, numbers, reason) => {
  const { origin } = await serve((__, ___, response) =>
    respond(response, 404, body),
  );
  expect(
    (await failure(open(origin).client.bulk(dot(...numbers)))).reason,
  ).toBe(reason);
});

test.each<[headers: Record<string, string>, withKey: boolean, hint: string]>([
  [
    {},
    false,
    "try again later, or wait longer with --retries and --max-wait; an API key has a higher limit",
  ],
  [{ "retry-after": "30" }, true, "try again in 30 seconds"],
])(
  "a rate limit with %j says when to come back",
  async (headers, withKey, hint) => {
    const { origin } = await serve((_, __, response) =>
      respond(response, 429, "", headers),
    );
    const { client } = open(origin, {
      retries: 0,
      ...(withKey && { apiKey: "s3cret-key" }),
    });
    expect((await failure(client.record("carrier", one))).hint).toBe(hint);
  },
);

test("what the service says is shown without markup, and cut", async () => {
  const { origin } = await serve((_, __, response) =>
    respond(response, 400, { message: "x".repeat(5_000), code: "<b>" }),
  );
  const { message } = await failure(open(origin).client.record("carrier", one));
  expect(message).toMatch(
    /^the service refused the request \(HTTP 400: x+…\)$/,
  );
  expect(message.length).toBeLessThan(160);
});
