import { afterEach } from "vitest";
import { type SampleOptions, type SampleService, startSampleService } from "../../src/sample/server.ts";

export const today = new Date("2026-03-10T17:45:30Z");

let running: SampleService[] = [];

afterEach(async () => {
  await Promise.all(running.map((service) => service.close()));
  running = [];
});

/** A sample service on a free port, on a fixed day, that stops when the test ends. */
export async function start(options: SampleOptions = {}): Promise<SampleService> {
  const service = await startSampleService({ today: () => today, ...options });
  running.push(service);
  return service;
}

/** Sends `body` to the bulk endpoint, with a key unless `headers` override it. */
export function bulk(service: SampleService, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${service.url}/v1/carriers/bulk`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": "any", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

/** The answer as one object, for comparison. */
export async function answered(asked: Promise<Response>): Promise<{ status: number; body: unknown }> {
  const response = await asked;
  return { status: response.status, body: await response.json() };
}
