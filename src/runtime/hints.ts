/** What to do about an error, in the terms of the command line. The parts that throw service errors know none of it. */
import type { UsdotError } from "../errors.ts";
import { ServiceError, type ServiceErrorReason } from "../service/errors.ts";

/** The most seconds that `--max-wait` takes. */
const maxAllowedWait = 86_400;

const network = "check the base URL and the network";
const slow = "try again, with a longer --timeout if the service is slow";
const operator = "ask the service's operator, or check the base URL";

const hints: Record<ServiceErrorReason, string | ((error: ServiceError) => string)> = {
  "no-such-carrier": "check the number with the carrier",
  "no-such-record": "usdot carrier shows whether the service knows the carrier",
  "not-found-or-wrong-url": ({ origin }) => `check the number and the base URL (${origin})`,
  "key-required": "give an API key: see usdot help options",
  "key-refused": "check the API key: usdot config list",
  "rate-limited": (error) =>
    error.withKey ? tryAgain(error) : `${tryAgain(error)}, or use an API key, which has a higher limit`,
  "wait-too-long": maxWaitHint,
  "service-failed": tryAgain,
  "gave-up": "try again later",
  "timed-out": slow,
  "host-unreachable": network,
  "connection-broken": slow,
  "too-many-open-files": "raise the limit with ulimit -n, or use a lower --concurrency",
  "out-of-memory": "raise the limit with ulimit -v, or use a lower --concurrency",
  "tls-handshake": network,
  "certificate-name": network,
  "certificate-date": "check this machine's clock, or ask the service's operator",
  "certificate-untrusted": "if your company or a private authority issued it, name its file in NODE_EXTRA_CA_CERTS",
  "proxy-unreachable": "check the proxy: HTTPS_PROXY, HTTP_PROXY",
  "proxy-authentication": "put the proxy's user and password in its URL: HTTPS_PROXY, HTTP_PROXY",
  "unusable-answer": operator,
  "contradictory-answer": "ask the service's operator",
  "not-a-carrier-service": ({ origin }) => `check the base URL (${origin})`,
  redirected: "if that is the service's new address, make it the base URL",
  "request-refused": "check the number and the base URL",
};

/** What to do next; undefined where there is nothing to say. */
export function hintOf(error: UsdotError): string | undefined {
  if (!(error instanceof ServiceError)) return error.hint;
  const hint = hints[error.reason];
  return typeof hint === "string" ? hint : hint(error);
}

function tryAgain({ wait = 0 }: ServiceError): string {
  return wait > 0 ? `try again in ${Math.ceil(wait / 1_000)} s` : "try again later";
}

function maxWaitHint({ wait = 0 }: ServiceError): string {
  const seconds = Math.ceil(wait / 1_000);
  return seconds <= maxAllowedWait ? `try again then, or allow it with --max-wait ${seconds}` : "try again then";
}
