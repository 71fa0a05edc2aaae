/** Clients that are closed when the test ends, and what a loopback service answers them. */
import { onTestFinished } from "vitest";
import { CarrierLookup } from "../../src/library/carrier-lookup.ts";
import type { CarrierLookupOptions } from "../../src/library/types.ts";
import type { Answerer } from "../service/loopback.ts";
import { respond } from "../service/loopback.ts";

export function clientOf(baseUrl: string, options: Partial<CarrierLookupOptions> = {}): CarrierLookup {
  const client = new CarrierLookup({ baseUrl, retries: 0, ...options });
  onTestFinished(() => client.close());
  return client;
}

/** Knows every carrier: the record is its number. */
export const knowsAll: Answerer = (_, { method, url, body }, response) => {
  if (method === "POST") {
    const { dot_numbers } = JSON.parse(body) as { dot_numbers: string[] };
    respond(
      response,
      200,
      dot_numbers.map((dot_number) => ({ dot_number })),
    );
  } else {
    respond(response, 200, { dot_number: /carriers\/(\d+)/.exec(url)?.[1] });
  }
};

/** What a promise is rejected with. */
export async function rejection(promise: Promise<unknown>): Promise<Error> {
  const settled = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (settled instanceof Error) return settled;
  throw new Error(`not rejected with an error: ${String(settled)}`);
}
