/** HTTP with one origin: trust in its certificates, and the time for a request. */
import tls from "node:tls";
import type { HttpResponse } from "./body.ts";
import { codeOf } from "./connection-failures.ts";
import {
  type ConnectOptions,
  connect,
  type HttpRequest,
} from "./connections.ts";

interface HttpOptions extends ConnectOptions {
  /** Milliseconds per attempt. */
  timeout: number;
  /** Called once undici is loaded. */
  onLoaded?: (() => void) | undefined;
}

export type Http = Awaited<ReturnType<typeof openHttp>>;

const untrusted = /^UNABLE_TO_|SELF_SIGNED/;

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

/**
 * Node's certificates and those of the system's store; undefined before Node
 * 22.15 (our types are Node 20's).
 */
function systemCertificates(): tls.SecureContext | undefined {
  const { getCACertificates: from } = tls as {
    getCACertificates?: (store: "default" | "system") => string[];
  };
  return (
    from &&
    tls.createSecureContext({ ca: [...from("default"), ...from("system")] })
  );
}
