/** Records that are recognized by their text are read exactly as if they had been parsed. */
import { deepEqual, equal } from "node:assert/strict";
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DotNumber } from "../../src/dot-number.ts";
import { matchBulk } from "../../src/lookup/bulk.ts";
import { isObjectAt, plainText, type RecordRow, valueInRow } from "../../src/output/value.ts";
import { ServiceError } from "../../src/service/errors.ts";
import { PlainRecord, RecordShapes } from "../../src/service/record-shapes.ts";
import { doubtAbout, readBulk } from "../../src/service/records.ts";
import type { Subject } from "../../src/service/request.ts";
import { carrierSummarySchema } from "../../src/service/schemas.ts";
import { compactJson } from "../../src/text/json-text.ts";
import { visible } from "../../src/text/safe-text.ts";
import { anyCharacter } from "../support/characters.ts";

const asked = Array.from({ length: 9 }, (_, index) => String(index + 1) as DotNumber);
const url = "http://service.example";
const subject: Subject = { subject: "them", about: undefined, origin: url, url, apiKey: "key", isProven: () => true };

const newShapes = () => new RecordShapes(carrierSummarySchema);
/** Recognizes nothing, so that all is parsed. */
const noShapes: Pick<RecordShapes, "elementsOf"> = { elementsOf: () => undefined };

/** Only the text is read. */
const body = Buffer.alloc(0);

/** All that is known of an answer, or how reading it fails. */
function told(text: string, shapes: Pick<RecordShapes, "elementsOf">): unknown {
  try {
    const bulk = readBulk({ status: 200, headers: {}, body, text }, asked, subject, shapes);
    const found = bulk.found.map((answer) => {
      if (answer === undefined || answer instanceof ServiceError) return [answer?.message, answer?.code];
      const { record, text, schemaIssues } = answer;
      return [record, text, schemaIssues];
    });
    const { results, unrequested } = matchBulk(asked, bulk);
    const outcomes = results.map((result) => [
      result.dotNumber,
      result.kind,
      "answer" in result ? result.answer.text : result.error.message,
    ]);
    const doubt = doubtAbout(bulk, subject)?.message;
    return { found, hasRecord: bulk.hasRecord, doubt, outcomes, unrequested };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return [error.reason, error.message, error.code];
  }
}

/** The last of these answers, read with the shapes of all of them, is what it is without any. */
function expectTheSame(...answers: [string, ...string[]]): void {
  const shapes = newShapes();
  const last = answers.at(-1) as string;
  const expected = told(last, noShapes);
  let elements: ReturnType<RecordShapes["elementsOf"]>;
  const remembering = {
    elementsOf(text: string) {
      elements = shapes.elementsOf(text);
      return elements;
    },
  };
  // Called ten thousand times: Node's own comparison takes a tenth of the time of vitest's.
  const check = () => isDeepStrictEqual(told(last, remembering), expected) || expect.fail(last.slice(0, 10_000));
  const others = answers.slice(0, -1);
  for (const answer of others) told(answer, shapes);
  // The first time, its own records are learned.
  check();
  check();
  readValues(elements);
  for (const answer of others) readValues(shapes.elementsOf(answer));
  check();
}

// Nearly every answer is an error of some kind, and nobody looks where it was thrown.
const { stackTraceLimit } = Error;
beforeAll(() => {
  Error.stackTraceLimit = 0;
});
afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit;
});

/** From now on, records are recognized together with their values. */
function readValues(elements: ReturnType<RecordShapes["elementsOf"]>): void {
  for (const plain of plainOnes(elements)) plain.textAt("dot_number");
}

function plainOnes(elements: ReturnType<RecordShapes["elementsOf"]> = []): PlainRecord[] {
  return elements.filter((element) => element instanceof PlainRecord);
}

/** The records of an answer that are recognized, once it has been read. */
function recognized(answer: string, { withValues = false } = {}): PlainRecord[] {
  const shapes = newShapes();
  shapes.elementsOf(answer);
  if (withValues) readValues(shapes.elementsOf(answer));
  return plainOnes(shapes.elementsOf(answer));
}

/** Mostly the first, sometimes one of the others. */
const mostly = <T>(usual: fc.Arbitrary<T>, ...others: fc.Arbitrary<unknown>[]) =>
  fc.oneof({ weight: 9 * others.length, arbitrary: usual as fc.Arbitrary<unknown> }, ...others);

const oddText = fc.oneof(
  fc.string({ maxLength: 9, unit: anyCharacter }),
  fc.constantFrom('A "B" C', "A\\B", "運送", "\u202eA", " \u0301", "\u00ad", "\u00a0", "\u007f", "\u2028", "\ud800"),
);
/** Numbers as only others than JavaScript spell them. */
const spelled = ["1.0", "1.50", "0.30", "-0", "-0.0", "-7", "1E2", "999999999999999.01", "9007199254740993"].map(
  (number) => `raw ${number}`,
);
const oddNumber = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(...spelled),
  fc.constantFrom(-0, -1, 1e15, 1e21, 2 ** 53, 1e-7, 0.5, -12.25, 999_999_999.999_999, 999_999_999_999_999),
);
const name = fc.string({ maxLength: 12, unit: fc.constantFrom(..."ABC abc 019.,:;{}[]()#&'-/~!éÑž") });
const text = mostly(name, oddText, fc.constant(null), oddNumber, fc.boolean(), fc.constant([]));
const integer = mostly(fc.nat(), oddNumber, fc.constant(null), name, fc.boolean(), fc.constant({}));
const extra = fc.oneof(
  name,
  fc.nat(),
  oddNumber,
  oddText,
  fc.boolean(),
  fc.constantFrom(null, [], {}, { a: { b: 1 } }),
);

const fields = {
  legal_name: text,
  status: text,
  address: mostly(fc.record({ street: text, city: text, zip: text }), fc.constantFrom(null, "", [])),
  fleet: mostly(fc.record({ power_units: integer, drivers: integer }), fc.constantFrom(null, 7)),
  score: extra,
};
const record = mostly(fc.record(fields), fc.record(fields, { requiredKeys: [] }));
/** What else may stand in place of a record about a number. */
const oddities = fc.constantFrom(
  { error: { code: "DOWN", message: "later" } },
  { legal_name: "A", error: "down" },
  { legal_name: "A", error: null },
  { legal_name: "A", success: false },
  { message: "later" },
  { status: "ACTIVE" },
  { legal_name: null, message: "later" },
  { legal_name: "A", "a b": 1 },
  { legal_name: "A", ["__proto__"]: 1 },
  { legal_name: "A", constructor: 1 },
);
const element = fc
  .tuple(
    fc.constantFrom(...asked, "10", "123456789", "0012", "x"),
    mostly(record, oddities, fc.constant({})),
    fc.nat(40),
  )
  .map(([number, fields, odd]) => {
    if (odd === 0) return { dot_number: Number(number), ...(fields as object) };
    if (odd === 1) return { ...(fields as object), dot_number: number };
    return odd === 2 ? null : { dot_number: number, ...(fields as object) };
  })
  .map((value) => JSON.stringify(value).replace(/"raw ([^"]*)"/g, "$1"));

/** An answer in which records are missing, repeated, and in any order. */
const answer = fc.array(element, { maxLength: 12 }).map((elements) => `[${elements.join(",")}]\n`);

const pieces = [
  ...'"\\{}[],: \t\n0123-.+eEntf',
  "\u0000",
  "\u00a0",
  "\ufeff",
  "é",
  "\u202e",
  "\\u0041",
  '\\"',
  "null",
  "true",
  "1e5",
  ',"status":"X"',
  '"dot_number":"7",',
  ',"error":"down"',
  "[]",
  "]",
];
const change = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  removed: fc.nat(2),
  inserted: fc.oneof(fc.constant(""), fc.constantFrom(...pieces)),
});

function changed(text: string, changes: readonly { at: number; removed: number; inserted: string }[]): string {
  return changes.reduce((result, { at, removed, inserted }) => {
    const start = Math.floor(at * result.length);
    return result.slice(0, start) + inserted + result.slice(start + removed);
  }, text);
}

describe("an answer is what it is without shapes", { timeout: 60_000 }, () => {
  test("whatever records it holds", () => {
    fc.assert(
      fc.property(answer, answer, (first, second) => expectTheSame(first, second, first)),
      { numRuns: 600 },
    );
  });

  test("when anything in it changes", () => {
    fc.assert(
      fc.property(answer, fc.array(change, { minLength: 1, maxLength: 3 }), (usual, changes) =>
        expectTheSame(usual, changed(usual, changes)),
      ),
      { numRuns: 1_500 },
    );
  });

  test("when anything in a record changes whose like are known", () => {
    const usual =
      '{"dot_number":"1","legal_name":"ACME","status":null,"fleet":{"power_units":12,"drivers":0},"score":0.5}';
    const like = usual.replace('"1"', '"2"');
    for (let at = 0; at <= usual.length; at++) {
      const [before, after] = [usual.slice(0, at), usual.slice(at)];
      const inserted = pieces.map((piece) => before + piece + after);
      const removed = [1, 2].map((count) => before + after.slice(count));
      const replaced = [...'0 ,"xé'].map((character) => before + character + after.slice(1));
      for (const text of [...inserted, ...removed, ...replaced])
        expectTheSame(`[${usual}]`, `[${usual},${text},${like}]`);
    }
  });

  test.each([
    "",
    "[",
    "[]",
    "[ ]",
    "[,]",
    "[1]",
    "[1,]",
    "[1}",
    "{}",
    "null",
    " [1]",
    "[1] x",
    "[1]]",
    "[1] \n\r\t",
    "[1]\u00a0",
    "[1]\v",
    "[ 1 , 2 ]",
    '[ {"dot_number":"1","legal_name":"A"} ]',
    '[{"dot_number":"1","legal_name":"A"} ,{"dot_number":"2","legal_name":"B"} ]',
    '[{"dot_number":"1","legal_name":"A"}}',
    '[{"dot_number":"1","legal_name":"A"}x{"dot_number":"2","legal_name":"B"}]',
    '[{"dot_number":"1","legal_name":NULL}]',
    '[{"dot_number":"1","legal_name":"A"},{"dot_number":"2","LEGAL_NAME":"A"}]',
    "[\u00a01]",
  ])("%j", (text) => expectTheSame('[{"dot_number":"1","legal_name":"A"}]', text));
});

describe("a recognized record", () => {
  const like = (records: object[]) =>
    JSON.stringify(records.map((one, index) => ({ dot_number: String(index + 1), ...one })));

  test("is every one of a list of real carriers that is as the interface states", () => {
    const lines = readFileSync("test/fixtures/real-carriers.ndjson", "utf8").trim().split("\n");
    const summaries = lines.map((line) => {
      const { dot_number, legal_name, status, address, fleet } = JSON.parse(line);
      return { dot_number, legal_name, status, address, fleet };
    });
    const isPlain = ({ fleet }: (typeof summaries)[0]) => typeof fleet.power_units !== "string";
    expect(summaries.length).toBeGreaterThan(100);
    expect(recognized(JSON.stringify(summaries))).toHaveLength(summaries.filter(isPlain).length);
    expectTheSame(JSON.stringify(summaries));
  });

  test("may hold null, or nothing, where there was a value", () => {
    const [full, ...others] = [
      { legal_name: "A", address: { city: "B", zip: null }, fleet: { drivers: 3 }, score: 1.5 },
      { legal_name: null, address: { city: null, zip: "2" }, fleet: { drivers: null }, score: "high" },
      { legal_name: "PEÑA", address: { city: "", zip: "2" }, fleet: { drivers: 0 }, score: false },
      { legal_name: "A", address: null, fleet: null },
      { legal_name: "A" },
    ];
    expect(recognized(like([full as object, ...others]))).toHaveLength(5);
  });

  test.each([
    ["a string that has an escape", { legal_name: 'THE "A" LINE' }],
    ["a string that may be unsafe", { legal_name: "運送" }],
    ["a number too long for JavaScript", { legal_name: "A", fleet: { drivers: 2 ** 53 } }],
    ["another type than the interface states", { legal_name: "A", fleet: { drivers: "3" } }],
    ["a list", { legal_name: "A", tags: [] }],
    ["a key that is no plain word", { legal_name: "A", "a.b": 1 }],
    ["no name", { status: "ACTIVE" }],
    ["a key that tells of an error", { legal_name: "A", error: null }],
    [
      "very many fields",
      { legal_name: "A", ...Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`f${at}`, at])) },
    ],
  ])("never has %s", (_, fields) => {
    expect(recognized(like([fields, fields]))).toHaveLength(0);
    expectTheSame(like([fields, fields]));
  });

  test.each([false, true])("is about the number in it, wherever that is (with values: %s)", (withValues) => {
    const text = '{"legal_name":"A","fleet":{"drivers":3},"dot_number":"7","status":"ACTIVE"}';
    const [plain] = recognized(`[${text}]`, { withValues });
    expect(plain?.dotNumber).toBe("7");
    expect(["legal_name", "fleet.drivers", "dot_number", "status"].map((path) => plain?.textAt(path))).toEqual([
      "A",
      "3",
      "7",
      "ACTIVE",
    ]);
  });

  test("has one of no more than eight shapes, tried on no more than a hundred records", () => {
    const many = Array.from({ length: 12 }, (_, index) => ({ legal_name: "A", [`f${index}`]: 1 }));
    expect(recognized(like(many))).toHaveLength(8);
    const odd = Array.from({ length: 100 }, (_, index) => ({ legal_name: '"', [`f${index}`]: 1 }));
    expect(recognized(like([...odd.slice(1), { legal_name: "A" }]))).toHaveLength(1);
    expect(recognized(like([...odd, { legal_name: "A" }]))).toHaveLength(0);
  });

  test("is no less likely after odd ones", () => {
    const odd = Array.from({ length: 20 }, (_, index) => ({ legal_name: '"', [`f${index}`]: 1 }));
    expect(recognized(like([...odd, { legal_name: "A" }]))).toHaveLength(1);
  });

  test("has values, and a text that is compact and safe, as if it had been parsed", () => {
    const paths = [
      "dot_number",
      "legal_name",
      "status",
      "address",
      "address.street",
      "address.zip",
      "fleet.drivers",
      "score",
      "score.a.b",
      "x",
    ];
    let seen = 0;
    fc.assert(
      fc.property(answer, fc.boolean(), (some, withValues) => {
        for (const plain of recognized(some, { withValues })) {
          seen += 1;
          const { text, dotNumber } = plain;
          const parsed: RecordRow = { answer: { record: JSON.parse(text), text }, now: 0 };
          const row: RecordRow = { answer: plain, now: 0 };
          for (const path of paths) {
            equal(plainText(row, path), plainText(parsed, path));
            deepEqual(valueInRow(row, path), valueInRow(parsed, path));
            equal(isObjectAt(row, path), isObjectAt(parsed, path));
          }
          deepEqual([compactJson(text), visible(text)], [text, text]);
          equal(dotNumber, valueInRow(parsed, "dot_number"));
        }
      }),
      { numRuns: 600 },
    );

    // About 690 are recognized.
    expect(seen).toBeGreaterThan(400);
  });
});

describe("an answer that was made to be slow", () => {
  const usual = '{"dot_number":"1","legal_name":"ACME","a":"","b":1,"c":0.5,"d":null}';
  const long = "x".repeat(2_000_000);
  const digits = "1".repeat(1_000_000);

  test.each([
    ["a long string that never ends", usual.replace("ACME", long).slice(0, -20)],
    ["a long string that ends badly", usual.replace("ACME", `${long}\u0001`)],
    ["a long number", usual.replace('"b":1', `"b":${digits}`)],
    ["a long fraction", usual.replace("0.5", `0.${digits}`)],
    ["long strings all over, and a bad end", usual.replaceAll('""', `"${long}"`).replace("null", `"${long}"x`)],
    [
      "many records that are nearly right",
      Array.from({ length: 50_000 }, () => usual.replace("null", "nul1")).join(","),
    ],
    // Not deeper, because Node's comparison of values is recursive.
    ["deep objects", `${usual.slice(0, -1)},"e":${'{"e":'.repeat(500)}1${"}".repeat(500)}}`],
  ])("takes no longer than others: %s", (_, element) => {
    const shapes = newShapes();
    told(`[${usual}]`, shapes);
    const text = `[${usual},${element}]`;
    const started = process.cpuUsage();
    told(text, shapes);
    const { user } = process.cpuUsage(started);
    expect(user / 1e6).toBeLessThan(1);
    expectTheSame(`[${usual}]`, text);
  });
});
