import { describe, expect, test } from "vitest";
import { shown } from "../../src/service/error-body.ts";
import { readJson } from "../../src/text/json-text.ts";

const readErrorBody = (text: string, redact = (part: string) => part) => shown(readJson(text), redact);
const read = (body: unknown) => readErrorBody(JSON.stringify(body));

describe("error bodies seen in the field", () => {
  test.each([
    ["documented", { error: { code: "NOT_FOUND", message: "No carrier." } }],
    ["error and message", { error: "NOT_FOUND", message: "No carrier." }],
    ["code and message", { code: "NOT_FOUND", message: "No carrier." }],
    ["code and detail", { code: "NOT_FOUND", detail: "No carrier." }],
    ["code and title", { code: "NOT_FOUND", title: "No carrier." }],
    ["message before detail before title", { code: "NOT_FOUND", message: "No carrier.", detail: "x", title: "y" }],
    ["detail before title", { code: "NOT_FOUND", detail: "No carrier.", title: "y" }],
    ["code before error", { code: "NOT_FOUND", error: "x", message: "No carrier." }],
    ["errors", { errors: [{ code: "NOT_FOUND", message: "No carrier." }, { code: "OTHER" }] }],
    ["error before errors", { error: { code: "NOT_FOUND", message: "No carrier." }, errors: [{ code: "OTHER" }] }],
    ["with blanks around", { error: { code: " NOT_FOUND\n", message: "\tNo carrier. " } }],
  ])("%s", (_, body) => {
    expect(read(body)).toStrictEqual({ code: "NOT_FOUND", message: "No carrier." });
  });

  test.each([
    ["success and error", { success: false, error: "No carrier." }],
    ["detail", { detail: "No carrier." }],
    ["title", { title: "No carrier." }],
    ["a message in error", { error: { message: "No carrier." } }],
    ["an error in error", { error: { error: "No carrier." } }],
    ["errors as texts", { errors: ["No carrier.", "Other."] }],
    ["a blank code", { code: " ", message: "No carrier." }],
  ])("%s: a message without a code", (_, body) => {
    expect(read(body)).toStrictEqual({ message: "No carrier." });
  });

  test("a numeric code is accepted", () => {
    expect(read({ error: { code: 1042 } })).toStrictEqual({ code: "1042" });
    expect(read({ code: 0, message: "Bad." })).toStrictEqual({ code: "0", message: "Bad." });
  });
});

test.each([
  ["nothing in it", {}],
  ["null", null],
  ["a list", [{ message: "No carrier." }]],
  ["a text", "No carrier."],
  ["a number", 404],
  ["blank texts", { code: "", message: "  " }],
  ["other types", { code: true, message: { text: "x" }, detail: ["x"], error: null }],
  ["an empty error", { error: {} }],
  ["a list for an error", { error: ["x"] }],
  ["no errors", { errors: [] }],
  ["errors of other types", { errors: [null] }],
  ["a list in errors", { errors: [["x"]] }],
  ["errors in an error in an error", { error: { error: { error: { message: "x" } } } }],
  ["an own __proto__", JSON.parse('{"__proto__":{"message":"x"}}')],
])("JSON without a message: %s", (_, body) => {
  expect(read(body)).toStrictEqual({});
});

test("other fields don't matter, however deep or strange", () => {
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  expect(readErrorBody(`{"trace":${deep},"message":"No carrier."}`)).toStrictEqual({ message: "No carrier." });
  expect(read({ message: "No carrier.", errors: {}, stack: { at: [1] } })).toStrictEqual({ message: "No carrier." });
});

test.each(["", "not found", "<!DOCTYPE html><h1>404</h1>", '{"message":"cut', "{'message':'x'}"])(
  "a body that isn't JSON says nothing: %j",
  (text) => {
    expect(readErrorBody(text)).toStrictEqual({});
  },
);

test("markup is never shown", () => {
  expect(read({ code: "<b>", message: "<html><h1>502</h1>" })).toStrictEqual({});
  expect(read({ message: " <html>", detail: "Down." })).toStrictEqual({ message: "Down." });
  expect(read({ error: "<p>x", message: "Down." })).toStrictEqual({ message: "Down." });
});

test("long codes and messages are cut", () => {
  expect(read({ code: "C".repeat(32), message: "m".repeat(110) })).toStrictEqual({
    code: "C".repeat(32),
    message: "m".repeat(110),
  });
  expect(read({ code: "C".repeat(33), message: "m".repeat(100_000) })).toStrictEqual({
    code: `${"C".repeat(31)}…`,
    message: `${"m".repeat(109)}…`,
  });
});

test("redaction comes before cutting", () => {
  const redact = (said: string) => said.replaceAll("secret", "***");
  const body = { code: "secret", message: `${"m".repeat(107)}secret and more` };
  expect(readErrorBody(JSON.stringify(body), redact)).toStrictEqual({
    code: "***",
    message: `${"m".repeat(107)}**…`,
  });
});
