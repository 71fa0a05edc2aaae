/** The connections to one origin, over undici: follows no redirect. */
import { getBuiltinModule } from "node:process";
import tls from "node:tls";
import { promisify } from "node:util";
import type { InputType } from "node:zlib";
import type { Dispatcher } from "undici";
import type { Response } from "../answer.ts";
import { mapMembers } from "../text/json.ts";
import type { CompleteOptions } from "./client-options.ts";
import { codeOf } from "./connection-failures.ts";
import { connectThrough, errorThroughProxy } from "./proxy.ts";

export interface HttpRequest {
  method: "GET" | "POST";
  url: string;
  headers: Record<string, string>;
  body?: string | undefined;
}

/** An answer, unpacked; its API key is taken out later (redaction.ts). */
export interface HttpResponse extends Omit<Response, "url" | "askedAt"> {
  body: Buffer;
}

/**
 * Bytes, before and after unpacking. The largest answer of the interface is far
 * below a megabyte.
 */
const maxBody = 32 * 1024 * 1024;

interface HttpOptions
  extends Pick<CompleteOptions, "concurrency" | "timeout" | "onLoaded"> {
  origin: string;
  proxy: string | undefined;
}

export type Http = Awaited<ReturnType<typeof openHttp>>;

const untrusted = /^UNABLE_TO_|SELF_SIGNED/;

/**
 * Connects to the origin; if its certificate is not trusted, once more with
 * those of the system.
 */
export async function openHttp(options: HttpOptions) {
  const usual = await connect(options);
  options.onLoaded?.();
  let trustingSystem: ReturnType<typeof connect> | undefined;

  async function send(
    request: HttpRequest,
    signal: AbortSignal,
  ): Promise<HttpResponse> {
    const trusting = await trustingSystem;
    try {
      return await (trusting ?? usual).send(request, signal);
    } catch (error) {
      if (trusting || !untrusted.test(codeOf(error))) throw error;
      // Company proxies have certificates that only the system trusts. To read
      // its store takes longer than a lookup.
      trustingSystem ??= connect(options, systemCertificates());
      return (await trustingSystem).send(request, signal);
    }
  }

  return {
    /**
     * Fails as undici and Node do, with a ProxyError, with a TimeoutError, or
     * with the signal's reason.
     */
    send: (request: HttpRequest, signal: AbortSignal) =>
      withinTime((limit) => send(request, limit), options.timeout, signal),
    async close(): Promise<void> {
      await Promise.all([usual.close(), (await trustingSystem)?.close()]);
    },
  };
}

/**
 * Ends a task when its time is up or it is stopped, at once: undici heeds a
 * signal only when it is connected.
 */
async function withinTime<T>(
  task: (limit: AbortSignal) => Promise<T>,
  timeout: number,
  signal: AbortSignal,
): Promise<T> {
  signal.throwIfAborted();
  const limit = new AbortController();
  return new Promise((resolve, reject) => {
    const end = (reason: unknown) => {
      limit.abort(reason);
      reject(reason);
    };
    const stop = () => end(signal.reason);
    const timer = setTimeout(
      () => end(new DOMException("no answer in time", "TimeoutError")),
      timeout,
    );
    signal.addEventListener("abort", stop);
    task(limit.signal)
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer);
        signal.removeEventListener("abort", stop);
      });
  });
}

/** Connections that trust Node's certificates, or those of a context. */
async function connect(
  options: HttpOptions,
  secureContext?: tls.SecureContext,
) {
  const { origin, proxy } = options;
  const { default: request } = await import("undici/lib/api/api-request.js");
  /** Why TLS was ended by the service: undici only tells that the connection broke. */
  let alert: Error | undefined;
  const dispatcher = await dispatcherFor(options, secureContext, (error) => {
    alert = error;
  });
  let hasAnswered = false;

  const ask = ({ url, body, ...sent }: HttpRequest, signal: AbortSignal) =>
    request.call(dispatcher, {
      ...sent,
      body: body ?? null,
      origin,
      path: url.slice(origin.length),
      signal,
    });

  async function send(
    sent: HttpRequest,
    signal: AbortSignal,
  ): Promise<HttpResponse> {
    const answer = await ask(sent, signal)
      .catch((thrown: unknown) => {
        // The service may have closed a connection that we kept, as we used it:
        // that does not count as an attempt.
        if (hasAnswered && isBroken(thrown)) return ask(sent, signal);
        throw thrown;
      })
      .catch((thrown: unknown) => {
        if (alert && isBroken(thrown)) throw alert;
        throw proxy ? errorThroughProxy(thrown) : thrown;
      });
    hasAnswered = true;
    alert = undefined;
    const headers = mapMembers(answer.headers, (each) => [each].flat().at(-1));
    const received = Buffer.from(await answer.body.arrayBuffer());
    const body = await unpackedBody(received, headers["content-encoding"]);
    return { status: answer.statusCode, headers, body };
  }

  return { send, close: () => dispatcher.destroy() };
}

/**
 * A body as it was before it was packed by its Content-Encoding, which may be a
 * word for none (`UTF-8`, `none`). We ask for gzip.
 */
async function unpackedBody(body: Buffer, encoding = ""): Promise<Buffer> {
  const [name = ""] = /^((x-)?gzip|deflate|br)$/i.exec(encoding.trim()) ?? [];
  if (name === "" || body.length === 0) return body;
  // `import()` would start the loader of ES modules for it.
  const { brotliDecompress, unzip } = getBuiltinModule("node:zlib");
  const unpack = /br/i.test(name) ? brotliDecompress : unzip;
  return promisify<InputType, object, Buffer>(unpack)(body, {
    maxOutputLength: maxBody,
  });
}

const isBroken = (thrown: unknown) =>
  /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/.test(codeOf(thrown));

async function dispatcherFor(
  { origin, concurrency, proxy }: HttpOptions,
  secureContext: tls.SecureContext | undefined,
  onTlsAlert: (error: Error) => void,
): Promise<Dispatcher> {
  // Explicit, because NODE_TLS_REJECT_UNAUTHORIZED=0 changes the default.
  const trust = {
    rejectUnauthorized: true,
    ...(secureContext && { secureContext }),
  };
  // The signal limits the time.
  const limits = {
    connections: concurrency,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxResponseSize: maxBody,
  };
  if (proxy !== undefined)
    return connectThrough(proxy, {
      ...limits,
      proxyTls: trust,
      requestTls: trust,
    });
  const { default: Pool } = await import("undici/lib/dispatcher/pool.js");
  const { default: connectorOf } = await import("undici/lib/core/connect.js");
  const connector = connectorOf(trust);
  return new Pool(origin, {
    ...limits,
    connect: (options, callback) =>
      connector(options, (...result) => {
        result[1]?.once("error", (error) => {
          if (/^ERR_SSL_/.test(codeOf(error))) onTlsAlert(error);
        });
        callback(...result);
      }),
  });
}

/**
 * Node's certificates and those of the system's store; undefined before Node
 * 22.15 (our types are Node 20's).
 */
function systemCertificates(): tls.SecureContext | undefined {
  const { getCACertificates: stored } = tls as {
    getCACertificates?: (store: "default" | "system") => string[];
  };
  return (
    stored &&
    tls.createSecureContext({ ca: [...stored("default"), ...stored("system")] })
  );
}
