import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { csvLines } from "../../src/output/format.ts";
import { views } from "../../src/screen/views.ts";
import { filing, good } from "../support/fixtures.ts";
import { answered, notFound, unanswered, written } from "./results.ts";

const {
  carrier: carrierView,
  insurance: insuranceView,
  bulk: summaryView,
} = views;

const rowsOf = (csv: string) =>
  parse(csv, { columns: true }) as Record<string, string>[];
const { carrier } = good;

describe("json", () => {
  const record = answered(
    { dot_number: "0001002", z: 5, a: { rate: 1.5, x: [] }, n: null },
    "1002",
  );

  it("of a single number is the record as the service wrote it", async () => {
    const text = await written("json", carrierView, [record], { single: true });
    expect(text).toBe(`{
  "dot_number": "0001002",
  "z": 5,
  "a": {
    "rate": 1.5,
    "x": []
  },
  "n": null
}
`);
  });

  it.each<[string, Parameters<typeof written>[2], string]>([
    ["nothing", [], "[]\n"],
    ["one", [answered({ a: 1 })], '[\n  {\n    "a": 1\n  }\n]\n'],
    [
      "two",
      [answered({ a: 1 }), answered({})],
      '[\n  {\n    "a": 1\n  },\n  {}\n]\n',
    ],
  ])("of a list of %s is an array", async (_, results, text) => {
    expect(await written("json", carrierView, results)).toBe(text);
  });

  it.each<[Parameters<typeof written>[0], Parameters<typeof written>[2]]>([
    ["json", [notFound("5")]],
    ["json", [unanswered("5")]],
    ["table", [notFound("5")]],
  ])("%s of a single number that fails is empty", async (format, results) => {
    expect(await written(format, carrierView, results, { single: true })).toBe(
      "",
    );
  });
});

it("a card names what the interface does not", async () => {
  const result = answered({
    ...carrier,
    out_of_service: "Y",
    dba_name: "ACME",
  });
  expect(
    await written("table", carrierView, [result], { single: true }),
  ).toMatch(/^also sent +out_of_service Y$/m);
});

it("ndjson is one line per number, also of those without a record", async () => {
  const text = await written("ndjson", carrierView, [
    answered({ dot_number: "007", a: 1 }),
    notFound("5"),
    unanswered("6"),
  ]);
  expect(text.split("\n")).toEqual([
    '{"dot_number":"007","a":1}',
    '{"dot_number":"5","error":{"code":"not-found","status":404,"message":"the service knows no such carrier"}}',
    '{"dot_number":"6","error":{"code":"unreachable","message":"nothing answers"}}',
    "",
  ]);
});

describe("csv", () => {
  it("has the interface's fields, the number as it was asked for, and why a row has no values", async () => {
    const record = {
      ...carrier,
      dot_number: "0009000001",
      legal_name: 'A "B", C',
      contact: { ...carrier.contact, phone: "+1 608 555 0110" },
    };
    const csv = await written("csv", carrierView, [
      answered(record, "9000001"),
      notFound("5"),
    ]);
    expect(csv.split("\n").slice(0, 2)).toEqual([
      "dot_number,legal_name,status,mc_number,authority.status,authority.common_authority_date,fleet.power_units," +
        "fleet.drivers,insurance.bipd_on_file,insurance.cargo_on_file,safety.rating,safety.driver_oos_rate," +
        "safety.driver_oos_rate_national,safety.total_crashes,address.street,address.city,address.state,address.zip," +
        "contact.phone,contact.email,error",
      '9000001,"A ""B"", C",ACTIVE,9100001,ACTIVE,2014-10-25T00:00:00Z,184,201,1000000,100000,Satisfactory,,,9,' +
        "1200 LAMPLIGHT RD,LINCOLN,NE,68501,+1 608 555 0110,dispatch@example.com,",
    ]);
    expect(rowsOf(csv)[1]).toMatchObject({
      dot_number: "5",
      legal_name: "",
      error: "not-found",
    });
  });

  it.each([
    [good.insurance, ["1000000", "100000"]],
    [{ policies: [] }, [""]],
    [{ policies: [filing({ coverage_amount: null })] }, [""]],
    [{ policies: "none" }, [""]],
  ])("has a row per policy: %#", async (record, amounts) => {
    const rows = rowsOf(
      await written("csv", insuranceView, [answered(record, "9")]),
    );
    expect(rows.map((row) => row["policies.coverage_amount"])).toEqual(amounts);
    expect(new Set(rows.map((row) => row["dot_number"]))).toEqual(
      new Set(["9"]),
    );
  });

  it("says in the row of a part of an answer why the rest is missing", async () => {
    const partial = {
      ...unanswered("9"),
      ...answered({ legal_name: "A" }, "9"),
    };
    expect(rowsOf(await written("csv", summaryView, [partial]))).toMatchObject([
      { error: "unreachable" },
    ]);
  });

  it.each([
    [-5, "-5"],
    ["-97.5", "-97.5"],
    ["=1+1", "'=1+1"],
    ["a\nb", "a\\u000ab"],
    [{ x: "=1" }, '{"x":"=1"}'],
    [true, "true"],
  ])("writes the value %j as %s", async (value, text) => {
    const [row] = rowsOf(
      await written("csv", summaryView, [answered({ legal_name: value }, "9")]),
    );
    expect(row?.["legal_name"]).toBe(text);
  });

  it("quotes a cell only where that is needed, by the delimiter", () => {
    expect(csvLines()(["a", "b,c", 'd"e', "f;g"])).toBe('a,"b,c","d""e",f;g\n');
    expect(csvLines(";")(["a", "b,c", "f;g"])).toBe('a;"b,c";"f;g"\n');
  });
});

describe("--fields", () => {
  const dba = { ...carrier, dba_name: "LANTERN" };
  const results = [answered(dba), notFound("5")];
  const fields = [
    "safety.rating",
    "address",
    "dba_name",
    "address.city",
    "error",
  ];

  it("names the same fields in every format, and lists have the number in any case", async () => {
    const csv = await written("csv", carrierView, results, { fields });
    expect(csv.split("\n")[0]).toBe(
      "dot_number,safety.rating,address.street,address.city,address.state,address.zip,dba_name,error",
    );
    expect(rowsOf(csv)[0]).toMatchObject({
      dot_number: "9000001",
      "address.city": "LINCOLN",
      dba_name: "LANTERN",
    });
    const [line = ""] = (
      await written("ndjson", carrierView, results, { fields })
    ).split("\n");
    expect(Object.keys(JSON.parse(line))).toEqual([
      "dot_number",
      "safety",
      "address",
      "dba_name",
      "error",
    ]);
    const [first] = JSON.parse(
      await written("json", carrierView, results, { fields }),
    );
    expect(first).toEqual(JSON.parse(line));
    const table = await written("table", carrierView, results, { fields });
    for (const text of [
      "Satisfactory",
      "LINCOLN",
      "LANTERN",
      "5        no such carrier",
    ])
      expect(table).toContain(text);
  });

  it("say in ndjson why a part has no answer, also one that they leave out", async () => {
    const partial = { ...unanswered("9"), ...answered(carrier, "9") };
    const text = await written("ndjson", carrierView, [partial], {
      fields: ["status"],
    });
    expect(JSON.parse(text)).toEqual({
      dot_number: "9000001",
      status: "ACTIVE",
      error: { code: "unreachable", message: "nothing answers" },
    });
  });

  it("of a single number in json are those fields alone", async () => {
    const shown = { fields: ["safety.rating", "x"], single: true };
    const text = await written("json", carrierView, [answered(carrier)], shown);
    expect(JSON.parse(text)).toEqual({
      safety: { rating: "Satisfactory" },
      x: null,
    });
  });

  it("of a single number in a table are a card of those fields", async () => {
    const shown = { fields: ["status", "mc_number"], single: true };
    const text = await written(
      "table",
      carrierView,
      [answered(carrier)],
      shown,
    );
    expect(
      text,
    ).toBe(`PRAIRIE LANTERN FREIGHT INC                        USDOT 9000001 · MC 9100001

status     ACTIVE
mc_number  9100001
`);
  });
});
