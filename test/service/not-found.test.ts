import { describe, expect, test } from "vitest";
import type { DotNumber } from "../../src/dot-number.ts";
import { hintOf } from "../../src/runtime/hints.ts";
import { DoubtfulNotFoundError, NotFoundError } from "../../src/service/errors.ts";
import { saysNoSuchCarrier } from "../../src/service/not-found.ts";
import type { Subject } from "../../src/service/request.ts";
import { failureOfStatus } from "../../src/service/response-errors.ts";
import { aboutCarrier } from "./loopback.ts";

const number = "2233855" as DotNumber;
const path = `/v1/carriers/${number}`;
const textOf = (body: unknown) => (typeof body === "string" ? body : JSON.stringify(body));

describe("a 404 that speaks of the carrier", () => {
  test.each([
    ["documented", { error: { code: "NOT_FOUND", message: `No carrier found with DOT# ${number}` } }],
    ["a code of carriers", { error: { code: "CARRIER_NOT_FOUND", message: "Sorry." } }],
    ["a code in camel case", { code: "CarrierNotFound", detail: "Sorry." }],
    ["a code with dashes", { code: "no-such-carrier" }],
    ["a code of unknown numbers", { code: "UNKNOWN_DOT_NUMBER" }],
    ["words", { success: false, error: "Carrier not found" }],
    ["words and a numeric code", { code: 404, message: "No carrier matches." }],
    ["words with USDOT", { detail: "USDOT number does not exist" }],
    ["words with DOT#", { errors: ["DOT# unknown"] }],
    ["words about a record of the carrier", { message: "No safety record for this carrier" }],
    ["words with US DOT", { message: "Could not find a carrier with that US DOT number." }],
    ["words with an id", { message: "Carrier with id 7 was not found" }],
    ["words with a contraction", { error: "The requested motor carrier doesn't exist." }],
    ["words with an unknown number", { message: "Unknown USDOT number" }],
    ["words and where to read on", { message: "Unknown carrier. See https://docs.example.com/errors" }],
    ["the number", { message: `Not found: ${number}` }],
    ["the number, padded", { message: `00${number} not found` }],
    ["the number, though there is talk of a handler", `No handler: carrier ${number} is unknown`],
    ["the number, though there is talk of an API", `Carrier ${number} not found in the API`],
    ["the number, and a system", `USDOT ${number} is not in our system`],
    ["words with a place", "Carrier not found in our database"],
    ["words with what was asked", "The given USDOT number does not exist"],
    ["words with U.S. DOT", "U.S. DOT number not found"],
    ["words with the status", "Error 404: carrier not found"],
    ["words about many carriers", "No carriers found."],
    ["the number after many carriers", `None of our carriers: ${number}`],
    ["the number in a field of its own", { error: "Not Found", dot_number: number }],
    ["the number in a field of the error", { error: { message: "Not Found", dot_number: Number(number) } }],
    ["plain text", "Carrier not found\n"],
    ["plain text with the number", `${number}: not found`],
  ])("%s", (_, body) => {
    expect(saysNoSuchCarrier(textOf(body), number)).toBe(true);
  });
});

describe("a 404 that may be about the path", () => {
  test.each([
    ["a code", { error: { code: "NOT_FOUND" } }],
    ["a code and the phrase of the status", { error: { code: "NOT_FOUND", message: "Not Found" } }],
    ["a code and the phrase of the status, in other cases", { error: { code: "NOT_FOUND", message: "Not found" } }],
    ["a code in lower case", { code: "not_found", message: "Not found." }],
    ["a code and nothing beside it", { error: "not_found" }],
    ["a code of records", { code: "RECORD_NOT_FOUND" }],
    ["a slogan", "Safety first! Nothing here."],
    ["a company", "Our company cannot be found here. Call us!"],
    ["a site that is named like carriers", "Carrier Services: 404 Not Found"],
    ["a brand", { message: "Welcome to Best Carrier Insurance. Not found." }],
    ["records of any kind", { message: "No records found" }],
    ["a policy", { message: "No policy allows this request." }],
    ["an insurance record, which may be a path", { message: "No insurance record on file" }],
    ["dots", { message: "Connect the dots. Dot not found." }],
    ["nothing", ""],
    ["white space", " \n"],
    ["null", "null"],
    ["an empty object", {}],
    ["Kong", { message: "no Route matched with those values" }],
    ["Kong with a request id", { message: "no Route matched with those values", request_id: `a${number}b` }],
    ["Express", `Cannot GET ${path}`],
    ["Express, a web page", `<!DOCTYPE html><pre>Cannot GET ${path}</pre>`],
    ["Nest", { statusCode: 404, message: `Cannot GET ${path}`, error: "Not Found" }],
    ["Nest, without a path", { statusCode: 404, message: "Not Found", error: "Not Found" }],
    ["Fastify", { message: `Route GET:${path} not found`, error: "Not Found", statusCode: 404 }],
    ["FastAPI, Django", { detail: "Not Found" }],
    ["Rails", { status: 404, error: "Not Found" }],
    ["Spring", { timestamp: "2026-11-21", status: 404, error: "Not Found", message: "No message available", path }],
    ["ASP.NET", { type: "https://tools.ietf.org/html/rfc9110#section-15.5.5", title: "Not Found", status: 404 }],
    ["gRPC gateway", { code: 5, message: "Not Found", details: [] }],
    ["restify", { code: "ResourceNotFound", message: `${path} does not exist` }],
    ["WordPress", { code: "rest_no_route", message: "No route was found matching the URL and request method." }],
    ["Vercel", "The page could not be found\n\nNOT_FOUND\n"],
    ["Vercel, a deployment", { error: { code: "404", message: "DEPLOYMENT_NOT_FOUND" } }],
    ["AWS", { message: "Not Found" }],
    ["Azure", { statusCode: 404, message: "Resource not found" }],
    ["Go", "404 page not found\n"],
    ["nginx", "<html><head><title>404 Not Found</title></head></html>"],
    ["a page that names carriers and the number", `<html><h1>Carrier ${number} not found</h1></html>`],
    ["Heroku", "No such app"],
    ["a host that is named like carriers", { message: "Unknown host: carriers.example.com" }],
    ["a host and nothing else", { message: "carriers.example.com: not found" }],
    ["an upstream that is named like carriers", { message: "no healthy upstream for carrier-api" }],
    ["the sample service, another path", { error: { code: "NOT_FOUND", message: "No such path." } }],
    ["a code about a route", { code: "ROUTE_NOT_FOUND" }],
    ["a code about a path", { error: { code: "NOT_FOUND", message: `No route for ${path}` } }],
    ["a path without slashes", `no handler for carriers ${number}`],
    ["a path without slashes, in JSON", { message: `Route v1 carriers ${number} safety not found` }],
    ["a code about a host", { code: "HOST_NOT_FOUND", message: "Sorry." }],
    ["a page for a number", { message: `No page for ${number}.` }],
    ["only the status", { status: 404 }],
    ["Postgres", { code: "42P01", message: 'relation "carriers" does not exist' }],
    ["a resource", "Resource carriers not found"],
    ["an unknown resource", "Unknown resource carriers"],
    ["a collection", 'Collection "carriers" does not exist'],
    ["a table", "Table carriers not found"],
    ["a controller", "No controller named carriers"],
    ["a service", "No service found for carriers"],
    ["many carriers and nothing else", { message: "carriers not found" }],
    ["a code about an endpoint", { code: "UNKNOWN_CARRIER_ENDPOINT" }],
    ["a path in a web page's spelling", `Cannot GET &#x2F;v1&#x2F;carriers&#x2F;${number}`],
    ["a path in a URL's spelling", `Nothing at v1%2Fcarriers%2F${number}`],
    ["Rails, a route", `No route matches {:controller=>"carriers", :id=>"${number}"}`],
    ["a function", `(get carriers.v1 ${number})`],
    ["a path with other signs", `v1 \u203a carriers \u203a ${number}`],
    ["a method", `Unknown method carriers.get(${number})`],
    ["a route, and then the number", `Route not found. Requested: ${number}`],
    ["a refusal, and then the number", `Access denied. USDOT ${number}`],
    ["the number and nothing else", { error: "Not Found", message: `USDOT ${number}` }],
    ["a permission", "No permission to see this carrier"],
    ["a permission for the number", `No permission to see carrier ${number}`],
    ["a refusal with the number in a field of its own", { error: "Access denied", dot_number: number }],
    ["a scope", "Missing scope read carriers"],
    ["a license", "No license for USDOT lookups"],
    ["data that is not available now", "Carrier data is not available at this time"],
    ["a database that is down", "The carrier was not loaded because the database is down"],
    ["an account", "This account is not a carrier"],
    ["a database", "Carrier database not found"],
    ["a request without a number", "No USDOT number provided"],
    ["another carrier", "Carrier 7654321 not found"],
    ["another number", { error: "Not Found", dot_number: "1" }],
    ["a longer number", { message: `Request 1${number} failed` }],
    ["a list", [{ message: "Not Found" }]],
  ])("%s", (_, body) => {
    expect(saysNoSuchCarrier(textOf(body), number)).toBe(false);
  });

  test("a carrier whose number is 404 is not named by the status", () => {
    expect(saysNoSuchCarrier('{"message":"Error 404"}', "404" as DotNumber)).toBe(false);
    expect(saysNoSuchCarrier('{"message":"No carrier 404"}', "404" as DotNumber)).toBe(true);
  });

  test("of some megabytes is read to its end, in time that doesn't grow with the square of its length", () => {
    for (const words of ["/".repeat(1 << 22), "a.".repeat(1 << 21), " ".repeat(1 << 22)]) {
      expect(saysNoSuchCarrier(words, number)).toBe(false);
      expect(saysNoSuchCarrier(JSON.stringify({ message: words }), number)).toBe(false);
    }
  });
});

describe("the error", () => {
  const subjectOf = (record: "carrier" | "insurance" | "safety", isProven = false): Subject => ({
    ...aboutCarrier,
    subject: `USDOT ${number}`,
    about: { dotNumber: number, record },
    origin: "http://service.test/base",
    url: `http://service.test/base${path}`,
    isProven: () => isProven,
  });
  const errorOf = (text: string, subject: Subject) =>
    failureOfStatus({ status: 404, headers: {}, body: Buffer.from(text), text }, subject, 0).error;
  const known = '{"error":{"code":"NOT_FOUND","message":"No such carrier."}}';

  test.each([
    ["carrier", "the service knows no such carrier", "no-such-carrier"],
    ["insurance", `no insurance record for USDOT ${number}`, "no-such-record"],
    ["safety", `no safety record for USDOT ${number}`, "no-such-record"],
  ] as const)("says that there is no %s record", (record, words, reason) => {
    const error = errorOf(known, subjectOf(record));
    expect(error).toBeInstanceOf(NotFoundError);
    expect(error).toMatchObject({ kind: "not-found", reason, code: "NOT_FOUND", status: 404 });
    expect(error.message).toBe(`${words} (HTTP 404 NOT_FOUND: No such carrier.)`);
    // The line names the number once.
    expect(`${error.subject}: ${error.message}`.split(number)).toHaveLength(2);
    expect(hintOf(error)).toBeTruthy();
  });

  test("in doubt names the whole URL, and what it means without the doubt", () => {
    const error = errorOf('{"message":"no Route matched"}', subjectOf("carrier"));
    expect(error).toBeInstanceOf(DoubtfulNotFoundError);
    expect(error).toMatchObject({
      kind: "unusable",
      reason: "not-found-or-wrong-url",
      message: `no such carrier, or the base URL is wrong: http://service.test/base${path} (HTTP 404: no Route matched)`,
      definite: { kind: "not-found", message: "the service knows no such carrier (HTTP 404: no Route matched)" },
    });
    expect(hintOf(error)).toBe("check the number and the base URL (http://service.test/base)");
    expect(errorOf("", subjectOf("safety")).message).toMatch(/^no safety record, or the base URL is wrong: http/);
  });

  test("is in no doubt about a service that has answered with a record", () => {
    for (const text of ["", "<html>", "Cannot GET /", '{"detail":"Not Found"}']) {
      expect(errorOf(text, subjectOf("carrier", true))).toBeInstanceOf(NotFoundError);
    }
  });

  test("does not show a key that is part of the URL", () => {
    const subject = { ...subjectOf("carrier"), url: `http://service.test/s3cret${path}`, apiKey: "s3cret" };
    expect(errorOf("", subject).message).toContain(`http://service.test/[redacted]${path}`);
  });
});
