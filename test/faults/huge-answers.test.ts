/** Answers so large or so deep that a careless program would run out of stack, memory or time. */
import { describe, expect, test } from "vitest";
import type { DotNumber } from "../../src/dot-number.ts";
import { Client } from "../../src/service/client.ts";
import { RefusedRequestError, type ServiceError, UnusableAnswerError } from "../../src/service/errors.ts";
import { openTransport, respond, serve } from "../service/loopback.ts";

const dot = (number: number) => String(number) as DotNumber;

/** A client of a service that answers every request like this. */
async function answering(status: number, body: string): Promise<{ client: Client }> {
  const { origin } = await serve((_, __, response) => respond(response, status, body));
  const { transport } = openTransport(origin);
  return { client: new Client({ transport, baseUrl: origin, apiKey: undefined, userAgent: "usdot/test" }) };
}

const failure = (promise: Promise<unknown>): Promise<ServiceError> =>
  promise.then(
    () => expect.fail("it was not rejected"),
    (error) => error,
  );

describe("nothing in an answer ends the run", () => {
  const times = (count: number, element: string) => `[${`${element},`.repeat(count - 1)}${element}]`;
  /** More than a call can have arguments, about 125,000; where time were quadratic, it would be minutes. */
  const many = 150_000;
  /** As many of some kinds of records as fit into the largest answer that is read. */
  const million = 1_000_000;
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  const wide = `{${Array.from({ length: 150_000 }, (_, index) => `"k${index}":1`).join(",")}}`;

  test.each([
    ["a million policies of another type", `"policies":${times(million, "1")}`],
    ["very many empty policies", `"policies":${times(many, "{}")}`],
    ["policies nested 100,000 deep", `"policies":${deep}`],
    ["a policy nested 100,000 deep", `"policies":[{"insurer_name":${deep}}]`],
    ["every object nested 100,000 deep", `"inspections":${deep},"crashes":${deep},"address":${deep},"fleet":${deep}`],
    ["150,000 keys", `"policies":[${wide}],"crashes":${wide},"fleet":${wide},"more":${wide}`],
  ])("%s", { timeout: 30_000 }, async (_, fields) => {
    const { client } = await answering(200, `{"dot_number":"1",${fields}}`);
    for (const ask of [
      () => client.record("carrier", dot(1)),
      () => client.record("insurance", dot(1)),
      () => client.record("safety", dot(1)),
    ]) {
      expect((await ask()).schemaIssues.length).toBeLessThanOrEqual(20);
    }
  });

  test.each([
    ["a huge text", `"${"1".repeat(1_000_000)}"`],
    ["a huge number", "1".repeat(1_000_000)],
    ["an object", `{"a":${deep}}`],
    ["very many keys", wide],
  ])("a dot_number that is %s", async (_, written) => {
    const { client } = await answering(200, `{"dot_number":${written}}`);
    expect(await failure(client.record("carrier", dot(1)))).toBeInstanceOf(UnusableAnswerError);
    const { client: other } = await answering(200, `[{"dot_number":${written}},{"dot_number":"1"}]`);
    const { found, unrequested } = await other.bulk([dot(1)]);
    expect([found, unrequested]).toEqual([[expect.objectContaining({ record: { dot_number: "1" } })], 1]);
  });

  test.each([
    [many, "1"],
    [many, '{"dot_number":"1"}'],
    [million, '{"dot_number":"9"}'],
    [many, '{"dot_number":"1","error":1}'],
    [many, "{}"],
    [many, "[]"],
  ])("a bulk answer of %i times %s", { timeout: 30_000 }, async (count, element) => {
    const { client } = await answering(200, times(count, element));
    const { found, unrequested } = await client.bulk([dot(1)]);
    expect(found[0] ? unrequested : count - unrequested).toBe(0);
  });

  test("nor does an error as large as that", async () => {
    for (const error of [deep, wide, times(many, '"x"')]) {
      const { client } = await answering(200, `{"dot_number":"1","error":${error}}`);
      expect(await failure(client.record("carrier", dot(1)))).toBeInstanceOf(UnusableAnswerError);
      const { client: other } = await answering(400, `{"error":${error},"errors":${error}}`);
      expect(await failure(other.record("carrier", dot(1)))).toBeInstanceOf(RefusedRequestError);
    }
  });
});
