import { expect, test } from "vitest";
import type { DotNumber } from "../../src/dot-number.ts";
import { deniesCarrier } from "../../src/service/failures.ts";

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
  { error: { code: "CARRIER_NOT_FOUND" } },
  { code: "CarrierNotFound", detail: "Sorry." },
  { code: "no-such-carrier" },
  { code: "UNKNOWN_DOT_NUMBER" },
  { message: "Carrier unknown to FMCSA" },
  { detail: "USDOT number does not exist" },
  { errors: [{ title: "Not found", detail: "Unknown USDOT number" }] },
  { message: "No safety record for this carrier" },
  { error: "The requested motor carrier doesn't exist." },
  { message: `Not found: ${number}` },
  { message: `00${number} not found` },
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
  { detail: "Not found." },
  { error: { code: "NOT_FOUND", message: "Not Found" } },
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
    type: "https://tools.ietf.org/html/rfc9110#section-15.5.5",
    title: "Not Found",
    status: 404,
  },
  { code: "ResourceNotFound", message: `${path} does not exist` },
  "The page could not be found\n\nNOT_FOUND\n",
  { error: { code: "404", message: "DEPLOYMENT_NOT_FOUND" } },
  { message: "Unknown host: carrier.example.com" },
  { message: "no healthy upstream for carrier-api" },
  `no handler for carriers ${number}`,
  { code: "42P01", message: 'relation "carriers" does not exist' },
  "Resource carriers not found",
  { code: "UNKNOWN_CARRIER_ENDPOINT" },
  `Cannot GET &#x2F;v1&#x2F;carriers&#x2F;${number}`,
  `Nothing at v1%2Fcarriers%2F${number}`,
  `No route matches {:controller=>"carriers", :id=>"${number}"}`,
  `(get carriers.v1 ${number})`,
  `Access denied. USDOT ${number}`,
  "No permission to see this carrier",
  "No license for USDOT lookups",
  "Carrier data is not available at this time",
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
