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
  const million = (element: string) => `[${`${element},`.repeat(999_999)}${element}]`;
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  const wide = `{${Array.from({ length: 300_000 }, (_, index) => `"k${index}":1`).join(",")}}`;

  test.each([
    ["a million policies of another type", `"policies":${million("1")}`],
    ["a million empty policies", `"policies":${million("{}")}`],
    ["policies nested 100,000 deep", `"policies":${deep}`],
    ["a policy nested 100,000 deep", `"policies":[{"insurer_name":${deep}}]`],
    ["every object nested 100,000 deep", `"inspections":${deep},"crashes":${deep},"address":${deep},"fleet":${deep}`],
    ["300,000 keys", `"policies":[${wide}],"crashes":${wide},"fleet":${wide},"more":${wide}`],
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
    ["a million keys", wide],
  ])("a dot_number that is %s", async (_, written) => {
    const { client } = await answering(200, `{"dot_number":${written}}`);
    expect(await failure(client.record("carrier", dot(1)))).toBeInstanceOf(UnusableAnswerError);
    const { client: other } = await answering(200, `[{"dot_number":${written}},{"dot_number":"1"}]`);
    expect(await other.bulk([dot(1)])).toMatchObject({ records: [{ dotNumber: "1" }], unreadable: 1 });
  });

  test.each(["1", '{"dot_number":"1"}', '{"dot_number":"9"}', '{"dot_number":"1","error":1}', "{}", "[]"])(
    "a bulk answer of a million times %s",
    { timeout: 30_000 },
    async (element) => {
      const { client } = await answering(200, million(element));
      const { records, failed, unreadable } = await client.bulk([dot(1)]);
      const elements = failed.size > 0 ? 1 : 1_000_000;
      expect(records.length + failed.size + unreadable).toBe(elements);
    },
  );

  test("nor does an error as large as that", async () => {
    for (const error of [deep, wide, million('"x"')]) {
      const { client } = await answering(200, `{"dot_number":"1","error":${error}}`);
      expect(await failure(client.record("carrier", dot(1)))).toBeInstanceOf(UnusableAnswerError);
      const { client: other } = await answering(400, `{"error":${error},"errors":${error}}`);
      expect(await failure(other.record("carrier", dot(1)))).toBeInstanceOf(RefusedRequestError);
    }
  });
});
