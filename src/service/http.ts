/** The connections to one origin, over undici, and their time limits. Nothing here retries. */
import { isIP } from "node:net";
import type { Dispatcher } from "undici";
import Pool from "undici/lib/dispatcher/pool.js";
import { onAbort } from "../on-abort.ts";
import { BodyError, BrokenConnectionError, ClosedError, DeadlineError, ProxyError } from "./errors.ts";
import { Exchange, type HttpResponse } from "./exchange.ts";
import type { TimeLimit } from "./time-limit.ts";

export type { HttpResponse };

export interface HttpRequest {
  method: "GET" | "POST";
  /** Absolute path on the origin, including the base URL's own path. */
  path: string;
  headers: Record<string, string>;
  body?: string;
}

export interface HttpOptions {
  /** Scheme, host and port: all that is ever connected to, except a proxy. */
  origin: string;
  /** Most connections at once. */
  connections: number;
  /** The URL of the proxy to go through. */
  proxy?: string | undefined;
}

/** Milliseconds: to connect, and between two pieces of a response. */
const connectTimeout = 10_000;
const idleTimeout = 30_000;

/** The connections to one origin. */
export class Http {
  readonly #options: HttpOptions;
  readonly #close = new AbortController();
  /** Aborted by `destroy`: whoever is waiting to send something can stop waiting. */
  readonly closed: AbortSignal = this.#close.signal;
  #dispatcher: Promise<Dispatcher> | undefined;
  /** Connections that may be kept alive: each response leaves one at most, and each one found broken is one less. */
  #keptAlive = 0;

  constructor(options: HttpOptions) {
    this.#options = options;
  }

  /**
   * Sends a request and reads the whole response, whatever its status. Redirects are responses: undici would carry `X-API-Key` to
   * wherever they point, so none is followed.
   * @param limit when it is used up, a `DeadlineError`; undici ignores a signal until it is connected, so time is kept here
   * @param signal one that is aborted when `closed` is
   * @throws {BrokenConnectionError} or whatever connecting, undici or decompression fails with, or the reason of `signal`
   */
  async send(request: HttpRequest, limit: TimeLimit, signal: AbortSignal): Promise<HttpResponse> {
    const exchange = new Exchange();
    const ignoreAbort = onAbort(signal, (reason) => exchange.giveUp(reason));
    const stopTimer = limit.start(() => exchange.giveUp(new DeadlineError()));
    try {
      this.#dispatcher ??= connect(this.#options);
      const dispatcher = await this.#dispatcher;
      // undici copies header objects; a `body` of null means "no body". What is spread goes last: an object to which anything is added
      // after a spread takes Node 20 microseconds, and memory until the next full collection.
      dispatcher.dispatch({ origin: this.#options.origin, body: null, ...request }, exchange);
      return await exchange.response;
    } catch (error) {
      throw exchange.isGivenUp ? error : this.#explained(error, exchange.isStarted);
    } finally {
      ignoreAbort();
      stopTimer();
      if (exchange.isEnded) this.#keptAlive = Math.min(this.#keptAlive + 1, this.#options.connections);
    }
  }

  /** What an error of undici's means. */
  #explained(error: unknown, isStarted: boolean): unknown {
    // The proxy is what we connect to; for https, a failed tunnel already says so.
    if (this.#options.proxy !== undefined && isUnreachable(error)) return new ProxyError("no proxy", { cause: error });
    const interim = interimResponse(error);
    if (interim) return new BodyError(`begins with ${interim}, which was not asked for`, { cause: error });
    if (!isBroken(error, isStarted)) return error;
    const stale = !isStarted && this.#keptAlive > 0;
    this.#keptAlive = Math.max(0, this.#keptAlive - 1);
    return new BrokenConnectionError(stale, error);
  }

  /** Ends every connection at once, including those still being made; nobody waits for a response any more. */
  destroy(): void {
    this.#close.abort(new ClosedError());
    // If connecting failed, whoever asked was told, and there is nothing to end.
    this.#dispatcher?.then((dispatcher) => dispatcher.destroy()).catch(() => {});
  }
}

function isUnreachable(error: unknown): boolean {
  const { code = "" } = error as NodeJS.ErrnoException;
  return /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/.test(code);
}

/** undici refuses these, and has no code for it. */
function interimResponse(error: unknown): string | undefined {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code !== "UND_ERR_SOCKET") return undefined;
  if (message === "bad response") return "HTTP 100 (Continue)";
  return message === "bad upgrade" ? "HTTP 101 (Switching Protocols)" : undefined;
}

function isBroken(error: unknown, started: boolean): boolean {
  const { code } = error as NodeJS.ErrnoException;
  // undici's code for a body that was cut short, but also for a length in the head that its parser refuses.
  if (code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH") return started;
  return code === "ECONNRESET" || code === "EPIPE" || code === "UND_ERR_SOCKET";
}

/** Said outright, since NODE_TLS_REJECT_UNAUTHORIZED=0 changes the default. */
const verified = { rejectUnauthorized: true };

async function connect({ origin, connections, proxy }: HttpOptions): Promise<Dispatcher> {
  const limits = {
    connections,
    headersTimeout: idleTimeout,
    bodyTimeout: idleTimeout,
    connect: { ...verified, timeout: connectTimeout },
  };
  if (proxy === undefined) return new Pool(origin, limits);
  const [{ default: ProxyAgent }, { default: openTunnel }] = await Promise.all([
    import("undici/lib/dispatcher/proxy-agent.js"),
    import("undici/lib/api/api-connect.js"),
  ]);
  const { username, password } = new URL(proxy);
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString("base64");
  return new ProxyAgent({
    ...limits,
    // Like curl, without a path, which undici refuses, and with a user or a password alone, which undici doesn't send.
    uri: Object.assign(new URL(proxy), { pathname: "", search: "", hash: "" }).href,
    ...(username || password ? { token: `Basic ${credentials}` } : {}),
    proxyTls: verified,
    requestTls: verified,
    // A tunnel only where https needs one: proxies tend to refuse one to port 80.
    proxyTunnel: false,
    clientFactory: (proxyOrigin, options) => clientOfProxy(proxyOrigin, options, openTunnel),
  });
}

/**
 * The connections to a proxy. undici's main module gives its dispatchers their methods, and only `connect` is needed here. It is
 * wrapped because undici retries endlessly, without a pause, when a proxy closes the connection.
 */
function clientOfProxy(origin: URL, options: object, openTunnel: Dispatcher["connect"]): Dispatcher {
  const pool = new Pool(origin, options);
  const connect = async ({ servername, ...request }: Dispatcher.ConnectOptions & { servername?: string }) => {
    try {
      // undici passes an IP address as the TLS server name, which RFC 6066 (3) does not allow and Node warns about on stderr.
      const named = servername === undefined || isIP(servername) ? request : { ...request, servername };
      return await openTunnel.call(pool, named);
    } catch (cause) {
      throw new ProxyError("no tunnel", { cause });
    }
  };
  return Object.assign(pool, { connect });
}
