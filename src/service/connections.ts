/** Connections to one origin, over undici: they follow no redirect. */
import type { SecureContext } from "node:tls";
import type { Dispatcher } from "undici";
import { type HttpResponse, maxBody, unpackedBody } from "./body.ts";
import { codeOf } from "./connection-failures.ts";
import { connectThrough, errorThroughProxy } from "./proxy.ts";

export interface HttpRequest {
  method: "GET" | "POST";
  url: string;
  headers: Record<string, string>;
  body?: string | undefined;
}

export interface ConnectOptions {
  origin: string;
  proxy: string | undefined;
  concurrency: number;
}

/** Connections that trust Node's certificates, or those of a context. */
export async function connect(
  options: ConnectOptions,
  secureContext?: SecureContext,
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
    const headers: HttpResponse["headers"] = Object.fromEntries(
      Object.entries(answer.headers).map(([name, value]) => [
        name,
        [value].flat().at(-1),
      ]),
    );
    const received = Buffer.from(await answer.body.arrayBuffer());
    const body = await unpackedBody(received, headers["content-encoding"]);
    return { status: answer.statusCode, headers, body };
  }

  return { send, close: () => dispatcher.destroy() };
}

const isBroken = (thrown: unknown) =>
  /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/.test(codeOf(thrown));

async function dispatcherFor(
  { origin, concurrency, proxy }: ConnectOptions,
  secureContext: SecureContext | undefined,
  onTlsAlert: (error: Error) => void,
): Promise<Dispatcher> {
  // Said outright, since NODE_TLS_REJECT_UNAUTHORIZED=0 changes the default.
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
