/**
 * The built program never sends anything to a server with an untrusted
 * certificate, whatever the environment says.
 */
import { readFileSync } from "node:fs";
import {
  createServer as createHttpServer,
  type IncomingMessage,
} from "node:http";
import { createSecureServer } from "node:http2";
import { createServer as createHttpsServer } from "node:https";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, it } from "vitest";
import { listening } from "../support/resources.ts";
import { usdot } from "../support/run.ts";

const fixture = (name: string) =>
  fileURLToPath(new URL(`../fixtures/untrusted-${name}.pem`, import.meta.url));
const identity = {
  key: readFileSync(fixture("key")),
  cert: readFileSync(fixture("cert")),
};

/** What the server and the https proxy received over TLS. */
const received: string[] = [];
const server = createHttpsServer(identity, (request, response) => {
  received.push(`${request.method} ${request.headers["x-api-key"]}`);
  response.setHeader("content-type", "application/json");
  response.end('{"dot_number":"1","legal_name":"ACME"}');
});
const httpProxy = createHttpServer().on("connect", tunnel);
const httpsProxy = createHttpsServer(identity).on(
  "connect",
  (request, socket) => {
    received.push(`CONNECT ${request.headers["proxy-authorization"]}`);
    tunnel(request, socket);
  },
);
const [service, http, https] = await Promise.all(
  [server, httpProxy, httpsProxy].map(listening),
);
beforeEach(() => void received.splice(0));

function tunnel(request: IncomingMessage, socket: Duplex): void {
  const [host, port] = (request.url ?? "").split(":");
  const upstream = connect(Number(port), host, () => {
    socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
    upstream.pipe(socket).pipe(upstream);
  });
  for (const each of [socket, upstream])
    each
      .on("error", () => upstream.destroy())
      .on("close", () => upstream.destroy());
}

const look = (env: Record<string, string>, address = service) =>
  usdot(`carrier 1 --json --base-url https://${address} --retries 0`, {
    env: { USDOT_API_KEY: "k3y", ...env },
  });

const untrusted =
  /^usdot: USDOT 1: the certificate of \S+ is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\); .* NODE_EXTRA_CA_CERTS\n$/;
const routes: [string, Record<string, string>, stderr: RegExp][] = [
  ["directly", {}, untrusted],
  ["through an http proxy", { HTTPS_PROXY: `http://${http}` }, untrusted],
  [
    "through an https proxy",
    { HTTPS_PROXY: `https://me:secret@${https}` },
    /^usdot: USDOT 1: cannot connect through the proxy to \S+ \(DEPTH_ZERO_SELF_SIGNED_CERT\); .*\n$/,
  ],
];

describe.each(routes)(
  "a server with an untrusted certificate, %s",
  (_, route, said) => {
    it("receives nothing, whatever the environment says", async () => {
      const { stderr, ...rest } = await look({
        ...route,
        NODE_TLS_REJECT_UNAUTHORIZED: "0",
      });
      expect(rest).toEqual({ status: 5, stdout: "" });
      expect(received).toEqual([]);
      expect(stderr).toMatch(said);
    });

    it("is used once its certificate is trusted", async () => {
      const { status, stderr } = await look({
        ...route,
        NODE_EXTRA_CA_CERTS: fixture("cert"),
      });
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
      expect(received).toContain("GET k3y");
    });
  },
);

it.each([
  ["a client certificate", { requestCert: true, rejectUnauthorized: true }],
  ["only HTTP/2", undefined],
])("a service that wants %s is named as that", async (what, options) => {
  const strict = options
    ? createHttpsServer({ ...identity, ...options })
    : createSecureServer({ ...identity, allowHTTP1: false });
  const env = { NODE_EXTRA_CA_CERTS: fixture("cert") };
  const { status, stderr } = await look(env, await listening(strict));
  expect([status, stderr]).toEqual([6, expect.stringContaining(what)]);
});
