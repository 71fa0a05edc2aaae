/**
 * A local Carrier Lookup Service that misbehaves, for tests: once or forever, as a `Fault` defines.
 *
 * It works on raw sockets, with plain HTTP and TLS on the same port, and is also a proxy (CONNECT, and plain HTTP by absolute URL).
 */
import { readFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { createSecureContext, TLSSocket } from "node:tls";
import { fileURLToPath } from "node:url";
import { goodAnswer, type Kind } from "../support/carrier-records.ts";
import { sendJson } from "./answers.ts";
import type { Answer, Exchange } from "./exchange.ts";
import { type RecordedRequest, readRequests } from "./request-reader.ts";

/** How a service misbehaves: the first of these that applies to what came in. Everything else gets a good answer. */
export interface Misbehavior {
  /** Nobody listens (forever), or `connection` handles the first connection (once: a refused one can't be counted). */
  closed?: true;
  /** Handles a new connection, before anything is read from it. */
  connection?: (socket: Socket) => void;
  /** Handles a proxy's CONNECT. */
  tunnel?: (socket: Socket) => void;
  /** Answers a request; `when` selects which. */
  answer?: Answer;
  when?: (exchange: Exchange) => boolean;
}

export type Mode = "once" | "forever";

export interface FaultService {
  url: string;
  /** Every request that was read, including CONNECT and those inside a tunnel or TLS. */
  requests: RecordedRequest[];
  /** The other origin, where redirects lead: it answers correctly, but nobody should ever ask it. */
  other: { url: string; requests: RecordedRequest[] };
  /** How many connections were opened. */
  connections(): number;
  /** How many times the fault was served. */
  faults(): number;
  close(): Promise<void>;
}

const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));

/** The service's TLS certificate, for localhost, 127.0.0.1 and carriers.test. Clients don't trust it unless told to. */
export const certificatePath = fixture("untrusted-cert.pem");

const secureContext = createSecureContext({
  key: readFileSync(fixture("untrusted-key.pem")),
  cert: readFileSync(certificatePath),
});

export async function startFaultService(fault: Misbehavior, { mode }: { mode: Mode }): Promise<FaultService> {
  const other = await startListening({}, mode, "");
  const service = await startListening(fault, mode, other.url);
  const occupied = fault.closed && mode === "forever" ? await occupyPort(other.server) : undefined;
  return {
    url: occupied ? `http://127.0.0.1:${occupied.localPort}` : service.url,
    requests: service.requests,
    other: { url: other.url, requests: other.requests },
    connections: () => service.counts.connections,
    faults: () => service.counts.faults,
    close: async () => {
      occupied?.destroy();
      await Promise.all([service.close(), other.close()]);
    },
  };
}

/** A port that refuses connections and can't be given to anyone else meanwhile: our end of a connection. */
async function occupyPort(server: Server): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.on("error", ignore);
  await new Promise((resolve) => socket.once("connect", resolve));
  return socket;
}

interface Counts {
  connections: number;
  faults: number;
}

async function startListening(fault: Misbehavior, mode: Mode, other: string) {
  const requests: RecordedRequest[] = [];
  const counts: Counts = { connections: 0, faults: 0 };
  const sockets = new Set<Socket>();

  const server = createServer((socket) => {
    counts.connections++;
    sockets.add(socket);
    socket.on("error", ignore).on("close", () => sockets.delete(socket));
    if (fault.connection && takesFault()) fault.connection(socket);
    else greet(socket);
  });

  /** Whether to serve the fault; counts it if so. */
  function takesFault(): boolean {
    if (mode === "once" && counts.faults > 0) return false;
    counts.faults++;
    return true;
  }

  /** Tells TLS from plain HTTP by the first byte: 22 starts a handshake record. */
  function greet(socket: Socket): void {
    socket.once("data", (first: Buffer) => {
      socket.pause();
      socket.unshift(first);
      if (first[0] === 22) converse(secure(socket));
      else converse(socket);
    });
  }

  function converse(socket: Socket): void {
    let nth = 0;
    const stop = readRequests(socket, (request) => {
      requests.push(request);
      if (request.method === "CONNECT") {
        stop();
        openTunnel(socket);
      } else {
        answer(exchangeOf(socket, request, ++nth, other));
      }
    });
    socket.resume();
  }

  function openTunnel(socket: Socket): void {
    if (fault.tunnel && takesFault()) {
      fault.tunnel(socket);
    } else {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      greet(socket);
    }
  }

  function answer(exchange: Exchange): void {
    const faulty = fault.answer && (fault.when?.(exchange) ?? true) && takesFault();
    if (faulty) void fault.answer?.(exchange);
    else sendJson(exchange.socket, 200, exchange.good);
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    server,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    counts,
    close: () => closeServer(server, sockets),
  };
}

async function closeServer(server: Server, sockets: Set<Socket>): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  for (const socket of sockets) socket.destroy();
  await closed;
}

function secure(socket: Socket): TLSSocket {
  return new TLSSocket(socket, { isServer: true, secureContext }).on("error", ignore);
}

/** Many faults make clients disconnect in the middle. */
function ignore(): void {}

const lookup = /\/v1\/carriers\/(\d+)(?:\/(insurance|safety))?$/;

/** What was asked for. The start of the path is ignored, so that a client that follows a redirect does get a record. */
function exchangeOf(socket: Socket, request: RecordedRequest, nth: number, other: string): Exchange {
  const [, dotNumber, part = "carrier"] = lookup.exec(request.path) ?? [];
  const kind = dotNumber ? (part as Kind) : "bulk";
  const asked = dotNumber ? [dotNumber] : numbersOf(request.body);
  return { socket, request, kind, asked, good: goodAnswer(kind, asked), nth, other };
}

function numbersOf(body: string): string[] {
  if (body === "") return [];
  return (JSON.parse(body) as { dot_numbers: string[] }).dot_numbers;
}
