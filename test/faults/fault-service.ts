/**
 * A Carrier Lookup Service on this machine that is at fault, for tests: once or for ever, in the way a Fault says.
 *
 * It speaks on raw sockets, plain and TLS on one port, and it is a proxy too (CONNECT, and plain http by absolute URL).
 */
import { readFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { createSecureContext, TLSSocket } from "node:tls";
import { fileURLToPath } from "node:url";
import { goodAnswer, type Kind } from "../support/carrier-records.ts";
import { sendJson } from "./answers.ts";
import type { Answer, Exchange } from "./exchange.ts";
import { type RecordedRequest, readRequests } from "./request-reader.ts";

/** How a service is at fault; the first of these that applies to what came in. All else is answered well. */
export interface Misbehaviour {
  /** Nobody listens (for ever), or the first connection is dealt with by `connection` (once: a refusal cannot be seen). */
  closed?: true;
  /** To a new connection, before anything is read from it. */
  connection?: (socket: Socket) => void;
  /** To a proxy's CONNECT. */
  tunnel?: (socket: Socket) => void;
  /** To a request; `when` narrows down to which. */
  answer?: Answer;
  when?: (exchange: Exchange) => boolean;
}

export type Mode = "once" | "for ever";

export interface FaultService {
  url: string;
  /** Every request read, CONNECT too; those inside a tunnel or TLS as well. */
  requests: RecordedRequest[];
  /** The other origin, which redirects lead to: it answers well, and nobody should ever ask it. */
  other: { url: string; requests: RecordedRequest[] };
  /** How many connections were opened. */
  connections(): number;
  /** How often the fault was served. */
  faults(): number;
  /** When the first connection was opened, in milliseconds since 1970. */
  firstContact(): number | undefined;
  close(): Promise<void>;
}

const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));

/** The certificate that the service shows over TLS, for localhost, 127.0.0.1 and carriers.test: who trusts it must say so. */
export const certificatePath = fixture("untrusted-cert.pem");

const secureContext = createSecureContext({
  key: readFileSync(fixture("untrusted-key.pem")),
  cert: readFileSync(certificatePath),
});

export async function startFaultService(fault: Misbehaviour, { mode }: { mode: Mode }): Promise<FaultService> {
  const other = await startListening({}, mode, "");
  const service = await startListening(fault, mode, other.url);
  const occupied = fault.closed && mode === "for ever" ? await occupyPort(other.server) : undefined;
  return {
    url: occupied ? `http://127.0.0.1:${occupied.localPort}` : service.url,
    requests: service.requests,
    other: { url: other.url, requests: other.requests },
    connections: () => service.counts.connections,
    faults: () => service.counts.faults,
    firstContact: () => service.counts.firstContact,
    close: async () => {
      occupied?.destroy();
      await Promise.all([service.close(), other.close()]);
    },
  };
}

/** A port that refuses connections and that nobody else can be given meanwhile: the near end of a connection of ours. */
async function occupyPort(server: Server): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.on("error", ignore);
  await new Promise((resolve) => socket.once("connect", resolve));
  return socket;
}

interface Counts {
  connections: number;
  faults: number;
  firstContact: number | undefined;
}

async function startListening(fault: Misbehaviour, mode: Mode, other: string) {
  const requests: RecordedRequest[] = [];
  const counts: Counts = { connections: 0, faults: 0, firstContact: undefined };
  const sockets = new Set<Socket>();

  const server = createServer((socket) => {
    counts.connections++;
    counts.firstContact ??= Date.now();
    sockets.add(socket);
    socket.on("error", ignore).on("close", () => sockets.delete(socket));
    if (fault.connection && takesFault()) fault.connection(socket);
    else greet(socket);
  });

  /** Whether what came in gets the fault, and counts it. */
  function takesFault(): boolean {
    if (mode === "once" && counts.faults > 0) return false;
    counts.faults++;
    return true;
  }

  /** Tells TLS from plain HTTP by the first byte: 22 is a handshake record. */
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

/** A client that goes away in the middle is what many faults are about. */
function ignore(): void {}

const lookup = /\/v1\/carriers\/(\d+)(?:\/(insurance|safety))?$/;

/** What was asked for. The path's beginning is not looked at, so that whoever follows a redirect does get a record. */
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
