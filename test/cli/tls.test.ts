/**
 * The built program never sends anything to a server with an untrusted
 * certificate, whatever the environment says.
 */
import { readFileSync } from "node:fs";
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
} from "node:http";
import { createSecureServer } from "node:http2";
import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, connect } from "node:net";
import type { Duplex } from "node:stream";
import { fileURLToPath } from "node:url";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
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
let server: Server;
let httpProxy: Server;
let httpsProxy: Server;

beforeAll(async () => {
  server = createHttpsServer(identity, (request, response) => {
    received.push(`${request.method} ${request.headers["x-api-key"]}`);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ dot_number: "1", legal_name: "ACME" }));
  });
  httpProxy = createHttpServer().on("connect", tunnel);
  httpsProxy = createHttpsServer(identity).on("connect", (request, socket) => {
    received.push(`CONNECT ${request.headers["proxy-authorization"]}`);
    tunnel(request, socket);
  });
  for (const each of [server, httpProxy, httpsProxy]) await listening(each);
});
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

const urlOf = (each: Server, scheme: string, credentials = "") =>
  `${scheme}://${credentials}127.0.0.1:${(each.address() as AddressInfo).port}`;

function look(env: Record<string, string>) {
  const args = [
    "carrier",
    "1",
    "--json",
    "--base-url",
    urlOf(server, "https"),
    "--retries",
    "0",
  ];
  return usdot(args, { env: { USDOT_API_KEY: "k3y", ...env } });
}

const routes: [string, () => Record<string, string>][] = [
  ["directly", () => ({})],
  ["through an http proxy", () => ({ HTTPS_PROXY: urlOf(httpProxy, "http") })],
  [
    "through an https proxy",
    () => ({ HTTPS_PROXY: urlOf(httpsProxy, "https", "me:secret@") }),
  ],
];

const switches: [string, Record<string, string>][] = [
  ["nothing else", {}],
  ["NODE_TLS_REJECT_UNAUTHORIZED=0", { NODE_TLS_REJECT_UNAUTHORIZED: "0" }],
  [
    "NODE_TLS_REJECT_UNAUTHORIZED=0 and system certificates",
    { NODE_TLS_REJECT_UNAUTHORIZED: "0", NODE_OPTIONS: "--use-openssl-ca" },
  ],
];

describe.each(routes)(
  "a server with an untrusted certificate, %s",
  (_, route) => {
    it.each(switches)(
      "receives nothing with %s in the environment",
      async (_, env) => {
        const { status, stdout, stderr } = await look({ ...route(), ...env });
        expect({ stdout, received }).toEqual({ stdout: "", received: [] });
        expect(stderr).toMatch(
          /^usdot: USDOT 1: [^\n]*(?:certificate|SELF_SIGNED_CERT)[^\n]*\n$/,
        );
        expect([5, 6]).toContain(status);
      },
    );

    it("is used once its certificate is trusted", async () => {
      const { status, stderr } = await look({
        ...route(),
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
  const address = await listening(strict);
  const args = ["carrier", "1", "--base-url", `https://${address}`];
  const env = { NODE_EXTRA_CA_CERTS: fixture("cert") };
  const { status, stderr } = await usdot([...args, "--retries", "0"], { env });
  expect([status, stderr]).toEqual([6, expect.stringContaining(what)]);
});
