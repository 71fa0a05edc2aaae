import { expect, test } from "vitest";
import type { DotNumber } from "../../src/dot-number.ts";
import { deniesCarrier } from "../../src/service/error-words.ts";

const number = "2233855" as DotNumber;
const path = `/v1/carriers/${number}`;

const denies = (body: unknown, dotNumber = number) =>
  deniesCarrier(
    Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
    dotNumber,
  );

test.each([
  {
    error: {
      code: "NOT_FOUND",
      message: `No carrier found with DOT# ${number}`,
    },
  },
  {
    error: {
      code: "NOT_FOUND",
      message: `No carrier with DOT number ${number}.`,
    },
  },
  { error: { code: "CARRIER_NOT_FOUND", message: "Sorry." } },
  { error: { code: "CARRIER_NOT_FOUND" } },
  { code: "CarrierNotFound", detail: "Sorry." },
  { code: "no-such-carrier" },
  { code: "UNKNOWN_DOT_NUMBER" },
  { success: false, error: "Carrier not found" },
  { code: 404, message: "No carrier matches the DOT number provided" },
  { message: "There is no carrier with this number in FMCSA SAFER" },
  { message: "Carrier unknown to FMCSA" },
  { message: "We have no information about this carrier" },
  { detail: "USDOT number does not exist" },
  { errors: ["DOT# unknown"] },
  { errors: [{ title: "Not found", detail: "Unknown USDOT number" }] },
  { message: "No safety record for this carrier" },
  { message: "Could not find a carrier with that US DOT number." },
  { error: "The requested motor carrier doesn't exist." },
  { message: `Not found: ${number}` },
  { message: `00${number} not found` },
  { error: "Not Found", dot_number: number },
  {
    status: 404,
    error: "CARRIER_NOT_FOUND",
    message: "Carrier not found",
    path,
  },
  `USDOT ${number} is not in our system`,
  "U.S. DOT number not found",
  "No carriers found.",
  `${number}: not found`,
  "No carrier with USDOT No. 02,233,855",
  `No carrier with DOT# ${number}. Did you mean DOT# 77?`,
])("a definite no: %j", (body) => {
  expect(denies(body)).toBe(true);
});

test.each([
  "",
  "null",
  { status: 404 },
  { detail: "Not found." },
  { error: { code: "NOT_FOUND", message: "Not Found" } },
  { code: "RECORD_NOT_FOUND" },
  { message: "No insurance record on file" },
  { message: "no Route matched with those values" },
  { message: "no Route matched with those values", request_id: `a${number}b` },
  `Cannot GET ${path}`,
  "<html><head><title>404 Not Found</title></head><body><center>nginx</center></body></html>",
  `<html><h1>Carrier ${number} not found</h1></html>`,
  {
    message: `Route GET:${path} not found`,
    error: "Not Found",
    statusCode: 404,
  },
  {
    timestamp: "2026-11-21",
    status: 404,
    error: "Not Found",
    message: "No message available",
    path,
  },
  {
    type: "https://tools.ietf.org/html/rfc9110#section-15.5.5",
    title: "Not Found",
    status: 404,
  },
  { code: 5, message: "Not Found", details: [] },
  { code: "ResourceNotFound", message: `${path} does not exist` },
  {
    code: "rest_no_route",
    message: "No route was found matching the URL and request method.",
  },
  "The page could not be found\n\nNOT_FOUND\n",
  { error: { code: "404", message: "DEPLOYMENT_NOT_FOUND" } },
  "404 page not found\n",
  { message: "Unknown host: carrier.example.com" },
  { message: "no healthy upstream for carrier-api" },
  `no handler for carriers ${number}`,
  { message: `Route v1 carriers ${number} safety not found` },
  { code: "42P01", message: 'relation "carriers" does not exist' },
  "Resource carriers not found",
  "No controller named carriers",
  { code: "UNKNOWN_CARRIER_ENDPOINT" },
  `Cannot GET &#x2F;v1&#x2F;carriers&#x2F;${number}`,
  `Nothing at v1%2Fcarriers%2F${number}`,
  `No route matches {:controller=>"carriers", :id=>"${number}"}`,
  `(get carriers.v1 ${number})`,
  `Access denied. USDOT ${number}`,
  "No permission to see this carrier",
  "No license for USDOT lookups",
  "Carrier data is not available at this time",
  "Carrier lookups are temporarily unavailable. No data.",
  "The carrier was not loaded because the database is down",
  "This account is not a carrier",
  { message: "Carrier Services: 404 Not Found" },
  { message: "Connect the dots. Dot not found." },
  { message: `Request 1${number} failed` },
  { message: "No carrier found with DOT# 77" },
  `USDOT number 1${number} is not in our system`,
])("in doubt: %j", (body) => {
  expect(denies(body)).toBe(false);
});

test("a short number stands in many messages, and names no carrier", () => {
  expect(denies({ message: "Error 404: not found" }, "404" as DotNumber)).toBe(
    false,
  );
  expect(denies({ message: "No carrier 404" }, "404" as DotNumber)).toBe(true);
});

test("a body of megabytes is judged by its beginning", () => {
  expect(denies(`${"/".repeat(1 << 22)} carrier not found`)).toBe(false);
  expect(denies(`Carrier not found ${"a.".repeat(1 << 21)}`)).toBe(true);
});
