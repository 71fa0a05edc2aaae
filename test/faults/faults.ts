/**
 * The table of faults: everything that a service, a proxy or the network can do to us, and the exit status that it leads to.
 *
 * matrix.test.ts runs every command against every fault, once with a fault that lasts and once with one that is over after the
 * first answer. The exit statuses are those of src/runtime/exit-status.ts; where GET and bulk differ, both are given.
 */
import type { Json, Kind } from "../support/carrier-records.ts";
import {
  body,
  bomb,
  bytesThenClose,
  bytesThenReset,
  bytesThenSilence,
  chunk,
  comeBack,
  compressed,
  drip,
  flood,
  head,
  html,
  httpDate,
  members,
  pieces,
  records,
  refusal,
  reset,
  resetOnFirstBytes,
  send,
  sendJson,
  set,
  text,
} from "./answers.ts";
import type { Answer } from "./exchange.ts";
import { certificatePath, type Misbehavior } from "./fault-service.ts";

export type Status = number | { get: number; bulk: number };

export interface Fault extends Misbehavior {
  name: string;
  /** Exit status of `usdot carrier N`, `insurance`, `safety` (get) and `bulk` if the fault lasts forever. */
  forever: Status;
  /** Exit status if only the first answer is faulty and the rest are good. */
  once: Status;
  /** What stderr must say if the fault lasts forever. */
  says?: RegExp;
  /** What stdout must contain if there is an answer. */
  prints?: RegExp;
  /** Retrying can't help: the service must be asked, or connected to, only once. */
  askedOnce?: true;
  /** `--timeout` in seconds; short for faults that never answer. */
  timeout?: number;
  /** More flags; they override the usual ones. */
  args?: Partial<Record<"get" | "bulk", string[]>>;
  /** How many numbers are looked up; by default 1. */
  numbers?: number;
  /** The base URL, derived from the fault service's own. */
  baseUrl?: (url: string) => string;
  /** Environment variables, such as a proxy. */
  env?: (url: string) => Record<string, string>;
}

/** The exit statuses that nearly all faults share. */
const harmless = { forever: 0, once: 0 } as const;
const passing = { forever: 5, once: 0 } as const;
/** Uses up the whole time limit: there is none left for another attempt. */
const outOfTime = { forever: 5, once: 5, timeout: 0.6 } as const;
/** Retried once, since an answer that was cut short may be whole the next time. */
const unusable = { forever: 6, once: 0 } as const;
const refused = { forever: 6, once: 6, askedOnce: true } as const;

const json = { "content-type": "application/json" };
const chunked = { ...json, "transfer-encoding": "chunked" };
const half = (good: string) => good.slice(0, good.length / 2);
const framed = (good: string) => head(200, { ...json, "content-length": String(Buffer.byteLength(good)) }) + good;

const later = /429.*(later|again|wait)/;
const tooLate = /wait .* s\b|again in/;
const inTime = /in time|timed out/i;
const broke = /broke|reset|closed|cut/i;
const notHttp = /sent malformed HTTP/;
/** For one number, what is wrong with its record; for a list, that the record is about none of the numbers asked for. */
const notAsked = /without a USDOT number|not asked for/;

/** A message that names the whole URL. */
const wrongUrl = /https?:\/\/\S+\/v1\/carriers\/\S+ \(HTTP 404/;

const connections: Fault[] = [
  { name: "closed port", ...passing, says: /refused/, closed: true, connection: reset },
  { name: "reset before the answer", ...passing, says: broke, answer: ({ socket }) => reset(socket) },
  { name: "connection closed before the answer", ...passing, says: broke, answer: ({ socket }) => void socket.end() },
  { name: "stall before headers", ...outOfTime, says: inTime, answer: () => {} },
  { name: "stall in the body", ...outOfTime, says: inTime, answer: bytesThenSilence((good) => half(framed(good))) },
  { name: "drip of header bytes", ...outOfTime, says: inTime, answer: drip(() => "HTTP/1.1 200 OK\r\nX-Slow: ") },
  {
    name: "drip of body bytes",
    ...outOfTime,
    says: inTime,
    answer: drip(() => `${head(200, { ...json, "content-length": "1000000" })}{"dot_`),
  },
  { name: "slow but whole answer", ...harmless, answer: pieces(5, framed) },
  {
    name: "stale keep-alive socket",
    ...harmless,
    // Each connection answers one request and is reset on the next: that's what a service's idle timeout looks like to us.
    when: ({ nth }) => nth === 2,
    answer: ({ socket }) => reset(socket),
    numbers: 3,
    args: { get: ["--concurrency", "1"], bulk: ["--concurrency", "1", "--batch-size", "1"] },
  },
];

const cuts: Fault[] = [
  {
    name: "cut body with content-length",
    ...passing,
    says: broke,
    answer: bytesThenClose((good) => framed(good).slice(0, -20)),
  },
  {
    name: "cut body, chunked",
    ...passing,
    says: broke,
    answer: bytesThenClose((good) => head(200, chunked) + chunk(half(good))),
  },
  // HTTP can't tell this from a whole answer; only the JSON can.
  {
    name: "cut body, until close",
    ...unusable,
    says: /JSON/,
    answer: bytesThenClose((good) => head(200, json) + half(good)),
  },
  { name: "reset in the body", ...passing, says: broke, answer: bytesThenReset((good) => half(framed(good))) },
  {
    name: "content-length too small",
    ...unusable,
    says: /JSON/,
    answer: bytesThenSilence((good) => head(200, { ...json, "content-length": String(good.length - 20) }) + good),
  },
  {
    name: "content-length too large",
    ...outOfTime,
    says: inTime,
    answer: bytesThenSilence((good) => head(200, { ...json, "content-length": String(good.length + 20) }) + good),
  },
];

const brokenHttp: Fault[] = [
  {
    name: "two content-lengths",
    ...unusable,
    says: notHttp,
    answer: bytesThenClose((good) => framed(good).replace("\r\n\r\n", "\r\nContent-Length: 7\r\n\r\n")),
  },
  {
    name: "bad chunk size",
    ...unusable,
    says: notHttp,
    answer: bytesThenClose((good) => `${head(200, chunked)}zz\r\n${good}\r\n0\r\n\r\n`),
  },
  {
    name: "headers over 16 KiB",
    ...unusable,
    says: notHttp,
    answer: ({ socket, good }) => sendJson(socket, 200, good, { "x-padding": "x".repeat(20_000) }),
  },
  {
    name: "NUL in a header",
    ...unusable,
    says: notHttp,
    answer: ({ socket, good }) => sendJson(socket, 200, good, { "x-note": "a\0b" }),
  },
  {
    name: "bad status line",
    ...unusable,
    says: notHttp,
    answer: bytesThenClose((good) => framed(good).replace("HTTP/1.1", "HTTQ/1.1")),
  },
  { name: "HTTP/0.9 answer", ...unusable, says: notHttp, answer: bytesThenClose((good) => good) },
  {
    name: "HTTP/1.0 answer, until close",
    ...harmless,
    answer: bytesThenClose((good) => head(200, json).replace("1.1", "1.0") + good),
  },
  // RFC 9110 (15.2) requires support for it, but undici refuses an unexpected 100. It is reported and retried.
  {
    name: "100 before a good answer",
    ...unusable,
    says: /begins with HTTP 100 \(Continue\)/,
    answer: bytesThenSilence((good) => head(100) + framed(good)),
  },
  {
    name: "103 before a good answer",
    ...harmless,
    answer: bytesThenSilence((good) => head(103, { link: "</style.css>; rel=preload" }) + framed(good)),
  },
];

/** The matrix runs with `--max-wait 1`, which allows a wait of one second. */
const rateLimits: Fault[] = [
  { name: "429, Retry-After 1", ...passing, says: later, answer: comeBack(429, () => "1") },
  { name: "429, Retry-After 0", ...passing, says: later, answer: comeBack(429, () => "0") },
  { name: "429, Retry-After a date", ...passing, says: later, answer: comeBack(429, () => httpDate(1)) },
  { name: "429, Retry-After a past date", ...passing, says: later, answer: comeBack(429, () => httpDate(-3600)) },
  {
    name: "429, Retry-After huge",
    forever: 5,
    once: 5,
    askedOnce: true,
    says: tooLate,
    answer: comeBack(429, () => "99999999999"),
  },
  {
    name: "429, Retry-After a far date",
    forever: 5,
    once: 5,
    askedOnce: true,
    says: tooLate,
    answer: comeBack(429, () => httpDate(3600)),
  },
  { name: "429, Retry-After absent", ...passing, says: later, answer: refusal(429) },
  { name: "429, Retry-After garbage", ...passing, says: later, answer: comeBack(429, () => "soon; 1e9") },
  { name: "429, Retry-After negative", ...passing, says: later, answer: comeBack(429, () => "-5") },
  { name: "503, Retry-After 1", ...passing, says: /503/, answer: comeBack(503, () => "1") },
  {
    name: "503, Retry-After huge",
    forever: 5,
    once: 5,
    askedOnce: true,
    says: tooLate,
    answer: comeBack(503, () => "86400"),
  },
];

const failures: Fault[] = [408, 500, 502, 503, 504].map((status) => ({
  name: `${status} in JSON`,
  ...passing,
  says: new RegExp(`${status}.*this is the message`),
  answer: refusal(status),
}));

const refusals: Fault[] = [
  ...[400, 405, 409, 410, 413, 415, 422, 451].map((status) => ({
    name: `${status} in JSON`,
    ...refused,
    says: new RegExp(String(status)),
    answer: refusal(status),
  })),
  ...[401, 403].map((status) => ({
    name: `${status} in JSON`,
    forever: 4,
    once: 4,
    askedOnce: true as const,
    says: /key/i,
    answer: refusal(status),
  })),
  {
    name: "404 in JSON",
    forever: { get: 3, bulk: 6 },
    once: { get: 3, bulk: 6 },
    askedOnce: true,
    says: /404/,
    answer: notFound({ error: { code: "NOT_FOUND", message: "No such carrier." } }),
  },
  // Any program may send these: only a 404 that mentions the carrier is a definite no.
  { name: "404 with a code alone", ...refused, says: wrongUrl, answer: refusal(404) },
  { name: "404 in HTML", ...refused, says: wrongUrl, answer: html(404) },
  { name: "404 without a body", ...refused, says: wrongUrl, answer: ({ socket }) => send(socket, 404, "") },
  { name: "404 of a gateway", ...refused, says: wrongUrl, answer: notFound({ message: "no Route matched" }) },
  { name: "404 of a framework", ...refused, says: wrongUrl, answer: notFound({ detail: "Not Found" }) },
  {
    name: "404 that repeats the path",
    ...refused,
    says: wrongUrl,
    answer: ({ socket, request }) => send(socket, 404, `Cannot ${request.method} ${request.path}`),
  },
  { name: "502 in HTML", ...passing, says: /502/, answer: html(502) },
  // The service's words are shown, but can't control the terminal or the CI log, or reveal the key.
  {
    name: "400 with a hostile message",
    ...refused,
    says: /400/,
    answer: refusal(400, "\u001b[2J\u009b31m\u202etxt\r\n::error::pwned\nusdot: all is well"),
  },
  { name: "422 with a message of 100,000 letters", ...refused, says: /422/, answer: refusal(422, "x".repeat(100_000)) },
  {
    name: "401 that repeats the key",
    forever: 4,
    once: 4,
    askedOnce: true,
    answer: (exchange) => refusal(401, `no such key: ${exchange.request.headers["x-api-key"]}`)(exchange),
  },
];

function notFound(value: unknown): Answer {
  return ({ socket }) => sendJson(socket, 404, value);
}

/** Redirects aren't followed, since the key would be sent along. */
const redirects: Fault[] = [301, 302, 303, 307, 308].flatMap((status) =>
  (["same", "another"] as const).map((which) => ({
    name: `${status} to ${which} origin`,
    ...refused,
    says: /moved-here/,
    answer: redirect(status, which),
  })),
);

function redirect(status: number, which: "same" | "another"): Answer {
  return (exchange) => {
    const location = `${which === "same" ? "" : exchange.other}/moved-here${exchange.request.path}`;
    send(exchange.socket, status, "", { location });
  };
}

const oddStatuses: Fault[] = [
  ...redirects,
  { name: "302 without a target", ...refused, says: /302/, answer: ({ socket }) => send(socket, 302, "") },
  {
    name: "302 to a hostile target that repeats the key",
    ...refused,
    // Latin-1 on the wire: 0x9b introduces a control sequence, the only escape that a header can hold.
    answer: ({ socket, request }) =>
      send(socket, 302, "", { location: `/\u009b2J?key=${request.headers["x-api-key"]}` }),
  },
  { name: "304 for no condition", ...refused, says: /304/, answer: ({ socket }) => send(socket, 304, "") },
  {
    name: "204 without a body",
    ...unusable,
    says: /nothing|empty|no body/,
    answer: ({ socket }) => send(socket, 204, ""),
  },
  { name: "200 without a body", ...unusable, says: /nothing|empty|no body/, answer: body("") },
];

const bodies: Fault[] = [
  { name: "200 in HTML", ...unusable, says: /web page|HTML/, answer: html(200) },
  { name: "200 with words as text/plain", ...unusable, says: /JSON/, answer: body("OK, come in", "text/plain") },
  {
    name: "200 with JSON as text/plain",
    ...harmless,
    answer: ({ socket, good }) => sendJson(socket, 200, good, { "content-type": "text/plain" }),
  },
  { name: "invalid JSON", ...unusable, says: /JSON/, answer: text((good) => good.replaceAll('"', "'")) },
  { name: "null as the body", ...unusable, says: /null/, answer: body("null") },
  { name: "a string as the body", ...unusable, says: /string|text/, answer: body('"2233855"') },
  { name: "a number as the body", ...unusable, says: /number/, answer: body("2233855") },
  { name: "true as the body", ...unusable, says: /boolean|true/, answer: body("true") },
  {
    name: "an array for an object, an object for an array",
    ...unusable,
    says: /list|array|object/,
    answer: ({ socket, good }) => sendJson(socket, 200, Array.isArray(good) ? good[0] : [good]),
  },
  ...["items", "data", "carriers"].map((key) => ({
    name: `a list wrapped in {${key}}`,
    ...unusable,
    answer: (({ socket, good }) => sendJson(socket, 200, { [key]: [good].flat() })) satisfies Answer,
  })),
  // An empty list clearly means that there is no such carrier ("one per carrier found"); an empty object means nothing.
  {
    name: "an empty object or list",
    forever: { get: 6, bulk: 3 },
    once: { get: 0, bulk: 3 },
    answer: ({ socket, kind }) => sendJson(socket, 200, kind === "bulk" ? [] : {}),
  },
  { name: "dot_number absent", ...unusable, says: notAsked, answer: set({ dot_number: undefined }) },
  { name: "dot_number null", ...unusable, says: notAsked, answer: set({ dot_number: null }) },
  {
    name: "dot_number of another carrier",
    ...unusable,
    says: notAsked,
    answer: set({ dot_number: "9999999" }),
  },
  {
    name: "dot_number as a number",
    ...harmless,
    says: /warning.*dot_number/s,
    answer: set(({ dot_number }) => ({ dot_number: Number(dot_number) })),
  },
  {
    name: "dot_number padded with zeros",
    ...harmless,
    answer: set(({ dot_number }) => ({ dot_number: `0${dot_number}` })),
  },
  {
    name: "dot_number as a number that is rounded to that of the carrier",
    ...unusable,
    says: notAsked,
    answer: text((good) => good.replace(/"dot_number":"(\d+)"/, '"dot_number":$1.00000000000000001')),
  },
  {
    name: "an error in place of the record",
    ...unusable,
    says: /UPSTREAM_TIMEOUT/,
    answer: records(({ dot_number }) => ({ dot_number, error: { code: "UPSTREAM_TIMEOUT" } })),
  },
  {
    name: "an error beside the fields of a record",
    ...unusable,
    says: /upstream timed out/,
    answer: set({ error: "upstream timed out" }),
  },
  {
    name: "an error in place of everything",
    ...unusable,
    says: /Quota used up/,
    answer: ({ socket }) => sendJson(socket, 200, { success: false, error: "Quota used up." }),
  },
  { name: "a record with error fields that say nothing", ...harmless, answer: set({ error: null, errors: [] }) },
  {
    name: "206, a part of the answer",
    ...unusable,
    says: /206/,
    answer: ({ socket, good }) => sendJson(socket, 206, good, { "content-range": "items 0-19/50" }),
  },
  { name: "legal_name as a number", ...harmless, says: /warning.*legal_name/s, answer: set({ legal_name: 42 }) },
  { name: "text for numbers", ...harmless, says: /warning/, answer: set(textForNumbers) },
  { name: "text for objects and arrays", ...harmless, says: /warning/, answer: set(textForObjects) },
  { name: "null for every other field", ...harmless, answer: records(nullForAll) },
  { name: "no other field", ...harmless, answer: records(({ dot_number }) => ({ dot_number })) },
];

function textForNumbers(_: Json, kind: Kind): Json {
  if (kind === "insurance") return { policies: [{ policy_type: "BIPD", coverage_amount: "1000000" }] };
  if (kind === "safety") return { crashes: { fatal: "0", injury: "1", towaway: "2", total: "3", rate: "0.2" } };
  return { fleet: { power_units: "15", drivers: "many" } };
}

function textForObjects(_: Json, kind: Kind): Json {
  if (kind === "insurance") return { policies: "none on file" };
  if (kind === "safety") return { inspections: "none", crashes: "none" };
  return { address: "1 Main St, Omaha", fleet: "15 trucks" };
}

function nullForAll(record: Json): Json {
  const nulls = Object.fromEntries(Object.keys(record).map((key) => [key, null]));
  return { ...nulls, dot_number: record["dot_number"] };
}

const deep = 100_000;

const hostileJson: Fault[] = [
  { name: "64 MB body", ...unusable, says: /32 MB/, answer: flood(64) },
  { name: "JSON nested 100,000 deep", ...harmless, answer: members(`"deep":${"[".repeat(deep)}${"]".repeat(deep)}`) },
  { name: "125,000 policies of another type", ...harmless, answer: set({ policies: Array(125_000).fill(1) }) },
  { name: "legal_name twice", ...harmless, answer: members('"legal_name":"SOMEBODY ELSE INC"') },
  {
    name: "dot_number twice, the last of another carrier",
    ...unusable,
    says: notAsked,
    answer: text((good) => good.replace(/("dot_number":"\d+")/, '$1,"dot_number":"9999999"')),
  },
  { name: "__proto__ as a key", ...harmless, answer: members('"__proto__":{"status":"OUT-OF-SERVICE","toString":1}') },
  {
    name: "integers over 2^53",
    ...harmless,
    prints: /\b9007199254740993\b/,
    answer: members('"exact":9007199254740993'),
  },
  { name: "byte order mark before the JSON", ...harmless, answer: text((good) => `\ufeff${good}`) },
  {
    name: "invalid UTF-8",
    ...unusable,
    says: /UTF-8/,
    answer: text((good) => Buffer.from(good.replace("LLC", "L\xff\xc3"), "latin1")),
  },
];

const codings: Fault[] = [
  ...(["gzip", "br"] as const).flatMap((coding): Fault[] => [
    { name: `${coding}`, ...harmless, answer: compressed(coding) },
    {
      name: `${coding}, cut`,
      ...unusable,
      says: /damaged|cut/,
      answer: compressed(coding, (bytes) => bytes.subarray(0, -12)),
    },
    { name: `${coding}, corrupted`, ...unusable, says: /damaged|JSON|UTF-8/, answer: compressed(coding, corrupt) },
    { name: `${coding} bomb`, ...unusable, says: /32 MB/, answer: bomb(coding) },
  ]),
  {
    name: "unknown content-encoding",
    ...unusable,
    says: /encod/,
    answer: ({ socket, good }) => sendJson(socket, 200, good, { "content-encoding": "deflate" }),
  },
  {
    name: "300 layers of gzip",
    ...unusable,
    says: /encod/,
    answer: ({ socket, good }) =>
      sendJson(socket, 200, good, { "content-encoding": Array(300).fill("gzip").join(", ") }),
  },
];

function corrupt(bytes: Buffer): Buffer {
  return Buffer.from(bytes.map((byte, index) => (index > 9 && index % 3 === 0 ? byte ^ 0xff : byte)));
}

const overTls = (url: string) => url.replace("http:", "https:");
const trusting = () => ({ NODE_EXTRA_CA_CERTS: certificatePath });
/** A service that only the proxy can reach. */
const behindProxy = () => "https://carriers.test";
const throughProxy = (url: string) => ({ ...trusting(), HTTPS_PROXY: url });

const tls: Fault[] = [
  {
    name: "TLS with an untrusted certificate",
    forever: 5,
    once: 5,
    askedOnce: true,
    says: /NODE_EXTRA_CA_CERTS/,
    baseUrl: overTls,
  },
  {
    name: "TLS with a certificate for another name",
    forever: 5,
    once: 5,
    askedOnce: true,
    says: /certificate/,
    baseUrl: () => "https://impostor.test",
    env: throughProxy,
  },
  { name: "TLS with a certificate that we were told to trust", ...harmless, baseUrl: overTls, env: trusting },
  {
    name: "plain HTTP on an https URL",
    ...passing,
    says: /TLS|SSL/,
    baseUrl: overTls,
    env: trusting,
    connection: (socket) => void socket.once("data", () => socket.end(`${head(400, { "content-length": "0" })}`)),
  },
  {
    name: "TLS handshake never answered",
    ...outOfTime,
    says: inTime,
    baseUrl: overTls,
    env: trusting,
    connection: () => {},
  },
  {
    name: "TLS handshake reset",
    ...passing,
    says: broke,
    baseUrl: overTls,
    env: trusting,
    connection: resetOnFirstBytes,
  },
];

const proxies: Fault[] = [
  {
    name: "proxy that hangs on CONNECT",
    ...outOfTime,
    says: inTime,
    baseUrl: behindProxy,
    env: throughProxy,
    tunnel: () => {},
  },
  {
    name: "proxy that closes on CONNECT",
    ...passing,
    says: /proxy|broke|closed/i,
    baseUrl: behindProxy,
    env: throughProxy,
    tunnel: (socket) => void socket.end(),
  },
  {
    name: "proxy that resets on CONNECT",
    ...passing,
    says: /proxy|broke|reset/i,
    baseUrl: behindProxy,
    env: throughProxy,
    tunnel: reset,
  },
  {
    name: "proxy that answers 407 to CONNECT",
    ...passing,
    says: /proxy.*407/i,
    baseUrl: behindProxy,
    env: throughProxy,
    tunnel: (socket) =>
      void socket.end(head(407, { "proxy-authenticate": 'Basic realm="office"', "content-length": "0" })),
  },
  { name: "proxy that lets TLS through", ...harmless, baseUrl: behindProxy, env: throughProxy },
  {
    name: "proxy for plain http",
    ...harmless,
    // Port 9 (discard) is closed: only the proxy can answer.
    baseUrl: () => "http://127.0.0.1:9",
    env: (url) => ({ HTTP_PROXY: url }),
  },
];

export const faults: readonly Fault[] = [
  ...connections,
  ...cuts,
  ...brokenHttp,
  ...rateLimits,
  ...failures,
  ...refusals,
  ...oddStatuses,
  ...bodies,
  ...hostileJson,
  ...codings,
  ...tls,
  ...proxies,
];
