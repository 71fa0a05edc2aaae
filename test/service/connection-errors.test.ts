import { expect, test } from "vitest";
import { hintOf } from "../../src/runtime/hints.ts";
import { failureOfConnection } from "../../src/service/connection-errors.ts";
import {
  BodyError,
  BrokenConnectionError,
  DeadlineError,
  ProxyError,
  type ServiceError,
  UnreachableError,
  UnusableAnswerError,
} from "../../src/service/errors.ts";
import { aboutCarrier as subject } from "./loopback.ts";

/** The whole line that the user reads. */
const line = (failure: ServiceError) => `${failure.message}; ${hintOf(failure)}`;
const error = (code: string, extra: object = {}) => Object.assign(new Error("words of Node.js"), { code, ...extra });
const origin = "http://service.test";
const passing = { kind: "transient", retryAfter: undefined };

test.each([
  ["ECONNREFUSED", `nothing answers at ${origin} (connection refused); check the base URL and the network`],
  ["ENOTFOUND", `the host of ${origin} cannot be found (ENOTFOUND); check the base URL and the network`],
  ["EAI_AGAIN", `the host of ${origin} cannot be found (EAI_AGAIN); check the base URL and the network`],
  ["EPROTO", `TLS handshake with ${origin} failed (EPROTO); check the base URL and the network`],
  [
    "ERR_SSL_WRONG_VERSION_NUMBER",
    `TLS handshake with ${origin} failed (ERR_SSL_WRONG_VERSION_NUMBER); check the base URL and the network`,
  ],
  [
    "ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED",
    `TLS handshake with ${origin} failed (ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED); check the base URL and the network`,
  ],
  [
    "UND_ERR_CONNECT_TIMEOUT",
    `${origin} did not answer in time (UND_ERR_CONNECT_TIMEOUT); try again, with a longer --timeout if the service is slow`,
  ],
  [
    "UND_ERR_HEADERS_TIMEOUT",
    `${origin} did not answer in time (UND_ERR_HEADERS_TIMEOUT); try again, with a longer --timeout if the service is slow`,
  ],
  [
    "ETIMEDOUT",
    `${origin} did not answer in time (ETIMEDOUT); try again, with a longer --timeout if the service is slow`,
  ],
  [
    "ERR_TLS_HANDSHAKE_TIMEOUT",
    `${origin} did not answer in time (ERR_TLS_HANDSHAKE_TIMEOUT); try again, with a longer --timeout if the service is slow`,
  ],
  [
    "ENETUNREACH",
    `${origin} cannot be reached (ENETUNREACH); try again, with a longer --timeout if the service is slow`,
  ],
])("%s is transient", (code, words) => {
  const thrown = error(code);
  const failed = failureOfConnection(thrown, subject);
  expect(failed.error).toBeInstanceOf(UnreachableError);
  expect(failed.error).toMatchObject({ subject: "USDOT 1", cause: thrown, status: undefined });
  expect(line(failed.error)).toBe(words);
  expect(failed.failure).toEqual(passing);
});

const trust = "if your company or a private authority issued it, name its file in NODE_EXTRA_CA_CERTS";
test.each([
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "is not trusted", trust],
  ["SELF_SIGNED_CERT_IN_CHAIN", "is not trusted", trust],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "is not trusted", trust],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "is not trusted", trust],
  ["CERT_UNTRUSTED", "is not trusted", trust],
  ["INVALID_CA", "is not trusted", trust],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "is for another name", "check the base URL and the network"],
  ["CERT_HAS_EXPIRED", "is not valid today", "check this machine's clock, or ask the service's operator"],
  ["CERT_NOT_YET_VALID", "is not valid today", "check this machine's clock, or ask the service's operator"],
])("%s is permanent", (code, words, hint) => {
  const failed = failureOfConnection(error(code), subject);
  expect(failed.error).toBeInstanceOf(UnreachableError);
  expect(line(failed.error)).toBe(`the certificate of ${origin} ${words} (${code}); ${hint}`);
  expect(failed.failure).toEqual({ kind: "permanent" });
});

test.each([
  ["broken HTTP", error("HPE_INVALID_CONSTANT"), `${origin} sent malformed HTTP (HPE_INVALID_CONSTANT)`],
  ["too many headers", error("UND_ERR_HEADERS_OVERFLOW"), `${origin} sent malformed HTTP (UND_ERR_HEADERS_OVERFLOW)`],
  [
    "two lengths",
    error("UND_ERR_RES_CONTENT_LENGTH_MISMATCH"),
    `${origin} sent malformed HTTP (UND_ERR_RES_CONTENT_LENGTH_MISMATCH)`,
  ],
  [
    "a parser error without code",
    Object.assign(new Error("x"), { name: "HTTPParserError" }),
    `${origin} sent malformed HTTP (HTTPParserError)`,
  ],
  ["too large", new BodyError("is larger than 32 MB"), `the answer of ${origin} is larger than 32 MB`],
  ["damaged", new BodyError("is damaged or cut short"), `the answer of ${origin} is damaged or cut short`],
])("an unusable answer: %s", (_, thrown, words) => {
  const failed = failureOfConnection(thrown, subject);
  expect(failed.error).toBeInstanceOf(UnusableAnswerError);
  expect(line(failed.error)).toBe(`${words}; ask the service's operator, or check the base URL`);
  expect(failed.failure).toEqual({ kind: "unusable" });
});

test("our own deadline is a timeout", () => {
  const failed = failureOfConnection(new DeadlineError(), subject);
  expect(line(failed.error)).toBe(
    `${origin} did not answer in time; try again, with a longer --timeout if the service is slow`,
  );
  expect(failed.failure).toEqual(passing);
});

test("a connection that broke is told from one that was stale", () => {
  const broke = failureOfConnection(new BrokenConnectionError(false, error("ECONNRESET")), subject);
  expect(broke.error.message).toBe(`the connection to ${origin} broke (ECONNRESET)`);
  expect(broke.failure).toEqual(passing);
  const stale = failureOfConnection(new BrokenConnectionError(true, error("UND_ERR_SOCKET")), subject);
  expect(stale.error.message).toBe(`the connection to ${origin} broke (UND_ERR_SOCKET)`);
  expect(stale.failure).toEqual({ kind: "stale" });
});

test("a proxy that refuses is named, with its status", () => {
  const refusedBy = (status: number) =>
    error("UND_ERR_ABORTED", { message: `Proxy response (${status}) !== 200 when HTTP Tunneling` });
  const thrown = failureOfConnection(refusedBy(407), subject);
  expect(line(thrown.error)).toBe(
    `the proxy refused to connect to ${origin} (HTTP 407); put the proxy's user and password in its URL: HTTPS_PROXY, HTTP_PROXY`,
  );
  expect(thrown.failure).toEqual(passing);
  expect(failureOfConnection(new Error("outer", { cause: refusedBy(502) }), subject).error.message).toContain(
    "(HTTP 502)",
  );
  const plain = error("UND_ERR_INVALID_ARG", { message: "Proxy Authentication Required (407)" });
  expect(failureOfConnection(plain, subject).error.message).toContain("(HTTP 407)");
  expect(hintOf(failureOfConnection(refusedBy(502), subject).error)).toBe("check the proxy: HTTPS_PROXY, HTTP_PROXY");
});

test("a proxy that doesn't answer is named", () => {
  const thrown = failureOfConnection(new ProxyError("x", { cause: error("ECONNREFUSED") }), subject);
  expect(line(thrown.error)).toBe(
    `cannot connect through the proxy to ${origin} (ECONNREFUSED); check the proxy: HTTPS_PROXY, HTTP_PROXY`,
  );
  expect(thrown.failure).toEqual(passing);
});

test.each([
  new RangeError("WebAssembly.Instance(): Out of memory: Cannot allocate Wasm memory for new instance"),
  new RangeError("Array buffer allocation failed"),
  error("Z_MEM_ERROR"),
  error("ENOBUFS"),
])("a lack of memory is recognized: %s", (thrown) => {
  const failed = failureOfConnection(thrown, subject);
  expect(failed.error).toMatchObject({ kind: "unreachable", reason: "out-of-memory", cause: thrown });
  expect(failed.error.message).toMatch(/^not enough memory to ask /);
  expect(failed.failure).toEqual({ kind: "crowded" });
});

test("error codes are found wherever they are", () => {
  const codeIn = (thrown: unknown) => /\((.*)\)$/.exec(failureOfConnection(thrown, subject).error.message)?.[1];
  expect(codeIn(new Error("x", { cause: error("ENOTFOUND") }))).toBe("ENOTFOUND");
  expect(codeIn(error("UND_ERR_PRX_TLS", { cause: error("ERR_TLS_CERT_ALTNAME_INVALID") }))).toBe(
    "ERR_TLS_CERT_ALTNAME_INVALID",
  );
  expect(codeIn(error("UND_ERR_ABORTED", { cause: error("ENOTFOUND") }))).toBe("ENOTFOUND");
  expect(codeIn(error("UND_ERR_ABORTED"))).toBe("UND_ERR_ABORTED");
  expect(codeIn(new AggregateError([error("EHOSTUNREACH"), error("ECONNREFUSED")]))).toBe("EHOSTUNREACH");
  expect(codeIn(new Error("x"))).toBe("Error");
  expect(codeIn({})).toBe("unknown");
});

test("our own bugs are not blamed on the service", () => {
  for (const thrown of [new TypeError("x"), new ReferenceError("x"), error("UND_ERR_INVALID_ARG")]) {
    expect(() => failureOfConnection(thrown, subject)).toThrow(thrown);
  }
});
