/**
 * How a failure is recognized in an answer that is not 2xx: by its status and
 * what it says. What is said of it: service-error.ts.
 */
import { cutTo } from "../text/safe-text.ts";
import { bodyText, jsonIn, plainWords, quotedError } from "./body.ts";
import {
  type Received,
  type ServiceError,
  type ServiceErrorReason,
  serviceError,
} from "./service-error.ts";

/** The error that an answer is; undefined for one that holds what was asked for. */
export function failureOfAnswer(
  received: Received,
  wait: number,
): ServiceError | undefined {
  const { status, body } = received.exchange;
  if (status >= 200 && status <= 299) return undefined;
  const quoted = quotedError(jsonIn(body), `HTTP ${status}`);
  const details = { ...received, wait };
  if (status >= 300 && status <= 399) {
    const { what, hint } = redirectIn(received);
    return serviceError("redirected", { ...details, hint }, { quoted, what });
  }
  if (status === 400 && /^<.*SSL certificate/s.test(bodyText(body)))
    return serviceError("unsupported-transport", details, {
      quoted,
      what: "a client certificate",
    });
  return serviceError(reasonOf(received), details, { quoted });
}

/** The others are failures from 500 up, and refusals below. */
const statuses: Readonly<Record<number, ServiceErrorReason>> = {
  405: "no-service",
  407: "proxy-authentication",
  408: "service-failed",
  429: "rate-limited",
  // The service will never do what was asked.
  501: "request-refused",
  505: "request-refused",
};

function reasonOf(received: Received): ServiceErrorReason {
  const { status } = received.exchange;
  if (status === 401) return received.withKey ? "key-refused" : "key-missing";
  if (status === 403) return reasonOf403(received);
  if (status === 404) return reasonOf404(received);
  return (
    statuses[status] ?? (status >= 500 ? "service-failed" : "request-refused")
  );
}

/**
 * Words of a 403, in the order in which they count, with the reason if a key
 * was sent, and if none was. The last pattern only repeats the status.
 */
const words403: readonly (readonly [
  words: RegExp,
  withKey: ServiceErrorReason,
  withoutKey?: ServiceErrorReason,
])[] = [
  [/quota|limit|throttl|too many requests/i, "rate-limited"],
  [
    /^<|missing authentication token|firewall|\bwaf\b|blocked|captcha|cloudflare|cloudfront|akamai|incapsula/i,
    "gateway",
  ],
  [
    /\bkeys?\b|api ?key|token|credential|unauthori[sz]ed/i,
    "key-refused",
    "key-missing",
  ],
  [
    /^(?:forbidden|access denied|exception|error|http|403|false|null|\W)*$/i,
    "key-refused",
    "request-refused",
  ],
];

/**
 * It is about the key if it says so, or says nothing; about a limit even if it
 * is a web page.
 */
function reasonOf403({ exchange, withKey }: Received): ServiceErrorReason {
  const { headers, body } = exchange;
  if (headers["retry-after"] !== undefined) return "rate-limited";
  if (headers["x-amzn-errortype"]?.startsWith("MissingAuthenticationToken"))
    return "gateway";
  const said = plainWords(body);
  const [, keyed = "request-refused", keyless = keyed] =
    words403.find(([words]) => words.test(said)) ?? [];
  return withKey ? keyed : keyless;
}

function reasonOf404(received: Received): ServiceErrorReason {
  const { exchange, dotNumber, record } = received;
  // A bulk answer does not say of whom.
  if (deniesCarrier(exchange.body, dotNumber))
    return dotNumber ? "not-found" : "request-refused";
  return record ? "doubtful-not-found" : "no-service";
}

/** What a definite no is about. */
const namesCarrier =
  /\bcarrier\b|\b(?:no|any) carriers\b|\bu\.?s\.? ?dot\b|\bdot(?=\W*#|\W*n(?:o|um(?:ber)?)?\b)/i;
const denies =
  /\b(?:no|not|none|nothing|never|unknown|invalid|cannot|unable|deleted|removed|\w+n['’]t)\b/i;
/**
 * Words of programs that have nothing at a path, and of services that may well
 * know the carrier and do not answer; also within words.
 */
const aboutSomethingElse = new RegExp(
  [
    "route|path|endpoint|resource|handler|controller|function|method|mapping|module|operation|procedure|action|api\\b",
    "page|site|url|host|domain|gateway|upstream|backend|service|application|project|deployment|tenant|bucket",
    "table|relation|collection|schema",
    "access|permi|allow|denied|forbid|refus|authori[sz]|authent|token|scope|licen[sc]|subscri|account|credit|quota|limit",
    "available|temporar|later|retry|try again|maintenance|time[d ]?-?out|fail|busy|load|\\bdown\\b",
  ].join("|"),
  "i",
);

/**
 * Whether the body of a 404 is a definite no, as a wrong base URL is answered
 * with a 404, too: it is not markup, names the carrier or its number, denies,
 * and speaks of nothing else.
 */
export function deniesCarrier(body: Uint8Array, dotNumber = ""): boolean {
  const said = plainWords(body);
  if (
    said.startsWith("<") ||
    aboutSomethingElse.test(said) ||
    !denies.test(said)
  )
    return false;
  const number = new RegExp(`(?<![\\w.-])0*${dotNumber}(?![\\w-]|\\.\\d)`);
  // Shorter numbers stand in many messages: the status, a year, a count.
  return (
    namesCarrier.test(said) || (dotNumber.length >= 5 && number.test(said))
  );
}

/**
 * Where a redirect leads, without the query, which is between the service and
 * us; and, from `A/v1/carriers/1` to `B/v1/carriers/1`, the base URL B.
 */
function redirectIn({ exchange, baseUrl }: Received) {
  const { url, headers } = exchange;
  const { location = "" } = headers;
  const shown = cutTo(location.replace(/[?#].*/s, ""), 80);
  const what = shown && ` to ${shown}`;
  if (!URL.canParse(location, url)) return { what };
  const { origin, pathname } = new URL(location, url);
  const end = pathname.replace(/\/$/, "");
  const path = url.slice(baseUrl.length);
  const moved = origin + end.slice(0, -path.length);
  if (!end.endsWith(path) || moved === baseUrl) return { what };
  return { what, hint: `if that is the service, set the base URL to ${moved}` };
}
