/** One request in flight over undici, and its response as it arrives. */
import { decodeText, decompress, tooLarge } from "./body.ts";
import { BodyError } from "./errors.ts";

export interface HttpResponse {
  status: number;
  /** Lower-case names. For a repeated header the last value, or all of them joined where it is a list. */
  headers: Record<string, string | undefined>;
  /** The body's bytes after decompression. */
  body: Uint8Array;
  /** The same as text, without a byte order mark. */
  text: string;
}

/** What undici lets us do with a request that it has sent, or is about to. */
interface Controller {
  abort(reason: Error): void;
}

/** Bytes, before and after decompression. The largest response of the interface is far below a megabyte. */
export const maxResponseSize = 32 * 1024 * 1024;

/** The header whose repeated lines form one list (RFC 9110, 5.2); of any other, the last line counts. */
const listHeader = "ratelimit";

/** undici's handler: collects the pieces of one response, up to the size limit, and decodes them. */
export class Exchange {
  readonly response: Promise<HttpResponse>;
  /** Whether any byte of a response arrived. */
  isStarted = false;
  /** Whether all of the response arrived, readable or not. */
  isEnded = false;
  /** Whether we gave up on the response, for a reason of our own. */
  isGivenUp = false;
  #resolve!: (answer: HttpResponse) => void;
  #reject!: (reason: unknown) => void;
  #controller: Controller | undefined;
  #reason: unknown;
  #status = 0;
  #headers: HttpResponse["headers"] = {};
  #pieces: Buffer[] = [];
  #size = 0;

  constructor() {
    this.response = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // It may fail before anyone awaits it.
    this.response.catch(() => {});
  }

  /** Gives up on the response, whether or not the request was sent yet. */
  giveUp(reason: unknown): void {
    if (!this.isGivenUp) this.#reason = reason;
    this.isGivenUp = true;
    this.#reject(reason);
    this.#controller?.abort(reason instanceof Error ? reason : new Error("given up"));
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    if (this.isGivenUp) this.giveUp(this.#reason);
  }

  onResponseStart(_: unknown, status: number, headers: Record<string, string | string[] | undefined>): void {
    this.isStarted = true;
    // 102 and 103 precede the response, with headers of their own (RFC 9110, 15.2; RFC 8297).
    if (status < 200) return;
    this.#status = status;
    this.#headers = withoutRepeats(headers);
  }

  onResponseData(_: unknown, piece: Buffer): void {
    this.#size += piece.length;
    if (this.#size > maxResponseSize) this.giveUp(new BodyError(tooLarge));
    else this.#pieces.push(piece);
  }

  onResponseEnd(): void {
    this.isEnded = true;
    const [only] = this.#pieces;
    const body = this.#pieces.length === 1 && only ? only : Buffer.concat(this.#pieces);
    const encoding = this.#headers["content-encoding"];
    if (encoding === undefined) this.#respond(body);
    else decompress(body, encoding, maxResponseSize).then((bytes) => this.#respond(bytes), this.#reject);
  }

  onResponseError(_: unknown, error: Error): void {
    this.#reject(error);
  }

  #respond(body: Uint8Array): void {
    try {
      this.#resolve({ status: this.#status, headers: this.#headers, body, text: decodeText(body) });
    } catch (error) {
      this.#reject(error);
    }
  }
}

/** Leaves each header one value, in place: undici made the object for this response, and most have no repeated header. */
function withoutRepeats(headers: Record<string, string | string[] | undefined>): HttpResponse["headers"] {
  for (const name in headers) {
    const value = headers[name];
    if (Array.isArray(value)) headers[name] = name === listHeader ? value.join(", ") : value.at(-1);
  }
  return headers as HttpResponse["headers"];
}
