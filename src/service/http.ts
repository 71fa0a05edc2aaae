/** One HTTP request, over undici: time limits, size limits, decompression. Nothing here tries again. */
import { isIP } from "node:net";
import { setFlagsFromString } from "node:v8";
import type { Dispatcher } from "undici";
import Pool from "undici/lib/dispatcher/pool.js";
import { decodeBody } from "./body.ts";

export interface HttpRequest {
  method: "GET" | "POST";
  /** Below the base URL's origin, with the base URL's own path. */
  path: string;
  headers: Record<string, string>;
  body?: string;
}

export interface HttpAnswer {
  status: number;
  /** Lower-case names. Of a repeated header the last value, or all of them where it is a list. */
  headers: Record<string, string | undefined>;
  /** Decompressed. */
  text: string;
}

export interface HttpOptions {
  /** Scheme, host and port: all that is ever connected to, but for a proxy. */
  origin: string;
  /** Connections at once, at most. */
  connections: number;
  /** The URL of the proxy to go through. */
  proxy?: string | undefined;
  /** Node 20's V8 needs a word before the first request: see `quietWasmTiering`. */
  nodeMajor: number;
}

/** The service took longer than it may. */
export class DeadlineError extends Error {}

/** The connections were ended: nothing is asked any more. */
export class EndedError extends Error {}

/** The proxy did not answer when it was asked for a way to the service. */
export class ProxyError extends Error {}

/** The connection ended before the answer did. */
export class BrokenConnectionError extends Error {
  /** It may have been kept from an earlier answer, and no word of this one had come: the service was done waiting for us. */
  readonly stale: boolean;

  constructor(stale: boolean, cause: unknown) {
    super("the connection broke", { cause });
    this.stale = stale;
  }
}

/** Milliseconds: to connect, and between two pieces of an answer. */
const connectTimeout = 10_000;
const idleTimeout = 30_000;
/** Bytes, before and after decompression. The largest answer of the interface is far below a megabyte. */
export const largestAnswer = 32 * 1024 * 1024;

/** The connections to one origin. */
export class Http {
  readonly #options: HttpOptions;
  readonly #end = new AbortController();
  #dispatcher: Promise<Dispatcher> | undefined;
  /** How many connections may have been kept: each answer leaves one at most, and each that is found broken is one less. */
  #kept = 0;

  constructor(options: HttpOptions) {
    this.#options = options;
  }

  /** Aborted by `destroy`: whoever waits to send something need not. */
  get ended(): AbortSignal {
    return this.#end.signal;
  }

  /**
   * Sends a request and reads the whole answer, of whatever status. Redirects are answers: undici carries `X-API-Key` to
   * wherever they point, so none is followed.
   *
   * @param within milliseconds from now until a `DeadlineError`; undici heeds no signal before it is connected, so the
   * time limit is kept here
   * @throws {BrokenConnectionError} else what connecting, undici or the decompression fails with, unchanged, or the reason
   * of `signal`
   */
  async send(request: HttpRequest, within: number, signal: AbortSignal): Promise<HttpAnswer> {
    const { status, headers, body } = await this.#collect(request, within, signal);
    return { status, headers, text: await decodeBody(body, headers["content-encoding"], largestAnswer) };
  }

  async #collect(request: HttpRequest, within: number, signal: AbortSignal): Promise<Collected> {
    const { origin, connections, proxy } = this.#options;
    this.#dispatcher ??= connect(this.#options);
    const dispatcher = await this.#dispatcher;
    const collector = new Collector();
    const letGo = [signal, this.ended].map((each) => onAbort(each, (reason) => collector.fail(reason)));
    const timer = setTimeout(() => collector.fail(new DeadlineError()), within);
    try {
      // undici copies header objects; `body` null is "no body".
      dispatcher.dispatch({ ...request, origin, body: request.body ?? null }, collector);
      const collected = await collector.done;
      this.#kept = Math.min(this.#kept + 1, connections);
      return collected;
    } catch (error) {
      // It is the proxy that we connect to; for https, a tunnel's failure says so by itself.
      if (proxy !== undefined && isUnreached(error)) throw new ProxyError("no proxy", { cause: error });
      throw isBroken(error, collector.begun) ? this.#broken(error, collector.begun) : error;
    } finally {
      clearTimeout(timer);
      for (const stop of letGo) stop();
    }
  }

  #broken(cause: unknown, begun: boolean): BrokenConnectionError {
    const stale = !begun && this.#kept > 0;
    this.#kept = Math.max(0, this.#kept - 1);
    return new BrokenConnectionError(stale, cause);
  }

  /** Ends every connection at once, also those that never came about, and lets nobody wait for an answer. */
  destroy(): void {
    this.#end.abort(new EndedError());
    // Where connecting failed, whoever asked was told, and there is nothing to end.
    this.#dispatcher?.then((dispatcher) => dispatcher.destroy()).catch(() => {});
  }
}

/** Calls `heed` when the signal is aborted, or was already; gives what ends that. (`AbortSignal.any` leaks in a long run.) */
function onAbort(signal: AbortSignal, heed: (reason: unknown) => void): () => void {
  const listener = () => heed(signal.reason);
  if (signal.aborted) listener();
  signal.addEventListener("abort", listener);
  return () => signal.removeEventListener("abort", listener);
}

function isUnreached(error: unknown): boolean {
  const { code = "" } = error as NodeJS.ErrnoException;
  return /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/.test(code);
}

function isBroken(error: unknown, begun: boolean): boolean {
  const { code } = error as NodeJS.ErrnoException;
  // undici's word for a body that was cut short, but also for a length that the parser refuses in the head.
  if (code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH") return begun;
  return code === "ECONNRESET" || code === "EPIPE" || code === "UND_ERR_SOCKET";
}

async function connect({ origin, connections, proxy, nodeMajor }: HttpOptions): Promise<Dispatcher> {
  if (nodeMajor === 20) quietWasmTiering();
  const limits = {
    connections,
    headersTimeout: idleTimeout,
    bodyTimeout: idleTimeout,
    connect: { timeout: connectTimeout },
  };
  if (proxy === undefined) return new Pool(origin, limits);
  const [{ default: ProxyAgent }, { default: openTunnel }] = await Promise.all([
    import("undici/lib/dispatcher/proxy-agent.js"),
    import("undici/lib/api/api-connect.js"),
  ]);
  return new ProxyAgent({
    ...limits,
    uri: proxy,
    // A tunnel only where https needs one: to port 80, proxies tend to refuse it.
    proxyTunnel: false,
    clientFactory: (proxyOrigin, options) => clientOfProxy(proxyOrigin, options, openTunnel),
  });
}

/**
 * The connections to a proxy. undici's main module gives its dispatchers their methods, of which one is needed here; and
 * undici asks again without end, and without a pause, when a proxy closes the connection on it.
 */
function clientOfProxy(origin: URL, options: object, openTunnel: Dispatcher["connect"]): Dispatcher {
  const pool = new Pool(origin, options);
  const connect = async ({ servername, ...request }: Dispatcher.ConnectOptions & { servername?: string }) => {
    try {
      // undici names the proxy by its address too, which TLS does not know (RFC 6066, 3), and of which Node warns on standard error.
      const named = servername === undefined || isIP(servername) ? request : { ...request, servername };
      return await openTunnel.call(pool, named);
    } catch (cause) {
      throw new ProxyError("no tunnel", { cause });
    }
  };
  return Object.assign(pool, { connect });
}

/**
 * On Node 20, V8 optimises undici's WebAssembly parser in the background, and the process waits 50 to 90 ms for it at its
 * end. A parser that reads one small answer gains nothing from it. Newer versions of Node do not wait.
 */
function quietWasmTiering(): void {
  setFlagsFromString("--wasm-tiering-budget=1000000000");
}

type Collected = { status: number; headers: HttpAnswer["headers"]; body: Buffer };

/** Headers whose lines make up one list (RFC 9110, 5.2); a line more of any other is a mistake. */
const lists = new Set(["content-encoding", "ratelimit"]);

/** undici's handler: the pieces of one answer, up to the size limit. */
class Collector implements Dispatcher.DispatchHandler {
  readonly done: Promise<Collected>;
  /** Whether a word of an answer came. */
  begun = false;
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
    // A failure may come before anyone awaits.
    this.done.catch(() => {});
  }

  /** Gives the answer up, whether or not its request was sent yet. */
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
    this.begun = true;
    // 102 and 103 come before the answer, with headers of their own (RFC 9110, 15.2; RFC 8297).
    if (status < 200) return;
    this.#status = status;
    for (const [name, value] of Object.entries(headers)) {
      this.#headers[name] = Array.isArray(value) ? (lists.has(name) ? value.join(", ") : value.at(-1)) : value;
    }
  }

  onResponseData(_: Dispatcher.DispatchController, piece: Buffer): void {
    this.#size += piece.length;
    if (this.#size > largestAnswer) this.fail(new RangeError("answer too large"));
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
