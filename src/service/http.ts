/** One HTTP request over undici: time limits, size limits, decompression. Nothing here retries. */
import { isIP } from "node:net";
import type { Dispatcher } from "undici";
import Pool from "undici/lib/dispatcher/pool.js";
import { decodeBody } from "./body.ts";
import { AnswerTooLargeError, BrokenConnectionError, ClosedError, DeadlineError, ProxyError } from "./http-errors.ts";
import type { TimeLimit } from "./time-limit.ts";

export interface HttpRequest {
  method: "GET" | "POST";
  /** Absolute path on the origin, including the base URL's own path. */
  path: string;
  headers: Record<string, string>;
  body?: string;
}

export interface HttpAnswer {
  status: number;
  /** Lower-case names. For a repeated header the last value, or all of them joined where it is a list. */
  headers: Record<string, string | undefined>;
  /** The body's bytes after decompression. */
  body: Uint8Array;
  /** The same as text, without a byte order mark. */
  text: string;
}

export interface HttpOptions {
  /** Scheme, host and port: all that is ever connected to, except a proxy. */
  origin: string;
  /** Most connections at once. */
  connections: number;
  /** The URL of the proxy to go through. */
  proxy?: string | undefined;
}

/** Milliseconds: to connect, and between two pieces of an answer. */
const connectTimeout = 10_000;
const idleTimeout = 30_000;
/** Bytes, before and after decompression. The largest answer of the interface is far below a megabyte. */
export const largestAnswer = 32 * 1024 * 1024;

/** The connections to one origin. */
export class Http {
  readonly #options: HttpOptions;
  readonly #close = new AbortController();
  #dispatcher: Promise<Dispatcher> | undefined;
  /** Connections that may be kept alive: each answer leaves one at most, and each one found broken is one less. */
  #keptAlive = 0;

  constructor(options: HttpOptions) {
    this.#options = options;
  }

  /** Aborted by `destroy`: whoever is waiting to send something can stop waiting. */
  get closed(): AbortSignal {
    return this.#close.signal;
  }

  /**
   * Sends a request and reads the whole answer, whatever its status. Redirects are answers: undici would carry `X-API-Key` to
   * wherever they point, so none is followed.
   *
   * @param limit when it is used up, a `DeadlineError`; undici ignores a signal until it is connected, so time is kept here
   * @throws {BrokenConnectionError} otherwise whatever connecting, undici or decompression fails with, unchanged, or the reason
   * of `signal`
   */
  async send(request: HttpRequest, limit: TimeLimit, signal: AbortSignal): Promise<HttpAnswer> {
    const collector = new Collector();
    let stop = (_: unknown) => {};
    const stopped = new Promise<never>((_, reject) => {
      stop = (reason) => {
        collector.fail(reason);
        reject(reason);
      };
    });
    const stopListening = [
      onAbort(signal, stop),
      onAbort(this.closed, stop),
      limit.start(() => stop(new DeadlineError())),
    ];
    try {
      return await Promise.race([this.#answer(request, collector), stopped]);
    } finally {
      for (const each of stopListening) each();
    }
  }

  async #answer(request: HttpRequest, collector: Collector): Promise<HttpAnswer> {
    const { status, headers, body } = await this.#collect(request, collector);
    return { status, headers, ...(await decodeBody(body, headers["content-encoding"], largestAnswer)) };
  }

  async #collect(request: HttpRequest, collector: Collector): Promise<Collected> {
    const { origin, connections, proxy } = this.#options;
    this.#dispatcher ??= connect(this.#options);
    const dispatcher = await this.#dispatcher;
    try {
      // undici copies header objects; a `body` of null means "no body".
      dispatcher.dispatch({ ...request, origin, body: request.body ?? null }, collector);
      const collected = await collector.done;
      this.#keptAlive = Math.min(this.#keptAlive + 1, connections);
      return collected;
    } catch (error) {
      // The proxy is what we connect to; for https, a failed tunnel already says so.
      if (proxy !== undefined && isUnreachable(error)) throw new ProxyError("no proxy", { cause: error });
      throw isBroken(error, collector.started) ? this.#brokenConnection(error, collector.started) : error;
    }
  }

  #brokenConnection(cause: unknown, started: boolean): BrokenConnectionError {
    const stale = !started && this.#keptAlive > 0;
    this.#keptAlive = Math.max(0, this.#keptAlive - 1);
    return new BrokenConnectionError(stale, cause);
  }

  /** Ends every connection at once, including those still being made; nobody waits for an answer any more. */
  destroy(): void {
    this.#close.abort(new ClosedError());
    // If connecting failed, whoever asked was told, and there is nothing to end.
    this.#dispatcher?.then((dispatcher) => dispatcher.destroy()).catch(() => {});
  }
}

/** Calls `listener` when the signal is aborted, or at once if it already is; returns what stops that. (`AbortSignal.any` leaks in a long run.) */
function onAbort(signal: AbortSignal, listener: (reason: unknown) => void): () => void {
  const heard = () => listener(signal.reason);
  if (signal.aborted) heard();
  signal.addEventListener("abort", heard);
  return () => signal.removeEventListener("abort", heard);
}

function isUnreachable(error: unknown): boolean {
  const { code = "" } = error as NodeJS.ErrnoException;
  return /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/.test(code);
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
  return new ProxyAgent({
    ...limits,
    uri: proxy,
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

type Collected = { status: number; headers: HttpAnswer["headers"]; body: Buffer };

/** Headers whose repeated lines form one list (RFC 9110, 5.2); any other repeated header is a mistake. */
const listHeaders = new Set(["content-encoding", "ratelimit"]);

/** undici's handler: collects the pieces of one answer, up to the size limit. */
class Collector implements Dispatcher.DispatchHandler {
  readonly done: Promise<Collected>;
  /** Whether any byte of an answer arrived. */
  started = false;
  #resolve!: (answer: Collected) => void;
  #reject!: (reason: unknown) => void;
  #controller: Dispatcher.DispatchController | undefined;
  #failed: { reason: unknown } | undefined;
  #status = 0;
  #headers: HttpAnswer["headers"] = {};
  #pieces: Buffer[] = [];
  #size = 0;

  constructor() {
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // It may fail before anyone awaits it.
    this.done.catch(() => {});
  }

  /** Gives up on the answer, whether or not the request was sent yet. */
  fail(reason: unknown): void {
    this.#failed ??= { reason };
    this.#reject(reason);
    this.#controller?.abort(reason instanceof Error ? reason : new Error("given up"));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#failed) this.fail(this.#failed.reason);
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    this.started = true;
    // 102 and 103 precede the answer, with headers of their own (RFC 9110, 15.2; RFC 8297).
    if (status < 200) return;
    this.#status = status;
    for (const [name, value] of Object.entries(headers)) {
      this.#headers[name] = Array.isArray(value) ? (listHeaders.has(name) ? value.join(", ") : value.at(-1)) : value;
    }
  }

  onResponseData(_: Dispatcher.DispatchController, piece: Buffer): void {
    this.#size += piece.length;
    if (this.#size > largestAnswer) this.fail(new AnswerTooLargeError("answer too large"));
    else this.#pieces.push(piece);
  }

  onResponseEnd(): void {
    const [only] = this.#pieces;
    const body = this.#pieces.length === 1 && only ? only : Buffer.concat(this.#pieces);
    this.#resolve({ status: this.#status, headers: this.#headers, body });
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#reject(error);
  }
}
