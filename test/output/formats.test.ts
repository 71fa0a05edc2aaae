import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { views } from "../../src/views.ts";
import { good } from "../support/fixtures.ts";
import { answered, notFound, unanswered, written } from "./results.ts";

const rowsOf = (csv: string) =>
  parse(csv, { columns: true }) as Record<string, string>[];
const { carrier } = good;
/** A part of its answer is missing. */
const partial = { ...unanswered("9"), ...answered(carrier, "9") };

describe("csv", () => {
  it("has the interface's fields, the number as it was asked for, and why a row has no values", async () => {
    const record = {
      ...carrier,
      dot_number: "0009000001",
      legal_name: 'A "B", C',
      contact: { ...carrier.contact, phone: "+1 608 555 0110" },
    };
    const results = [answered(record, "9000001"), notFound("5")];
    expect(await written("csv", views.carrier, results)).toBe(
      "dot_number,legal_name,status,mc_number,authority.status,authority.common_authority_date,fleet.power_units," +
        "fleet.drivers,insurance.bipd_on_file,insurance.cargo_on_file,safety.rating,safety.driver_oos_rate," +
        "safety.driver_oos_rate_national,safety.total_crashes,address.street,address.city,address.state,address.zip," +
        "contact.phone,contact.email,error\n" +
        '9000001,"A ""B"", C",ACTIVE,9100001,ACTIVE,2014-10-25T00:00:00Z,184,201,1000000,100000,Satisfactory,,,9,' +
        `1200 LAMPLIGHT RD,LINCOLN,NE,68501,+1 608 555 0110,dispatch@example.com,\n5${",".repeat(20)}not-found\n`,
    );
  });

  it("says in the row of a part of an answer why the rest is missing", async () => {
    expect(rowsOf(await written("csv", views.bulk, [partial]))).toMatchObject([
      { status: "ACTIVE", error: "unreachable" },
    ]);
  });

  it.each([
    [-5, "-5"],
    [{ x: "=1" }, '{"x":"=1"}'],
    [{ x: ";=1" }, '{"x":";\'=1"}'],
    [true, "true"],
  ])("writes the value %j as %s", async (value, text) => {
    const results = [answered({ legal_name: value }, "9")];
    const [row] = rowsOf(await written("csv", views.bulk, results));
    expect(row?.["legal_name"]).toBe(text);
  });
});

describe("--fields", () => {
  const results = [
    answered({ ...carrier, dba_name: "LANTERN" }),
    notFound("5"),
  ];
  const texts = (format: Parameters<typeof written>[0]) =>
    written(format, views.carrier, results, {
      fields: ["safety.rating", "address", "dba_name", "address.city", "error"],
    });

  it("names the same fields in every format, and lists have the number in any case", async () => {
    expect(await texts("csv")).toBe(
      `dot_number,safety.rating,address.street,address.city,address.state,address.zip,dba_name,error
9000001,Satisfactory,1200 LAMPLIGHT RD,LINCOLN,NE,68501,LANTERN,
5,,,,,,,not-found
`,
    );
    const [line = ""] = (await texts("ndjson")).split("\n");
    expect(line).toBe(
      `{"dot_number":"9000001","safety":{"rating":"Satisfactory"},"address":${JSON.stringify(carrier.address)},"dba_name":"LANTERN","error":null}`,
    );
    expect(JSON.parse(await texts("json"))[0]).toEqual(JSON.parse(line));
    expect(await texts("table")).toMatch(
      /9000001 +Satisfactory .*LINCOLN.*LANTERN\n5 +no such carrier/,
    );
  });

  it("say in ndjson why a part has no answer, also one that they leave out", async () => {
    expect(
      JSON.parse(
        await written("ndjson", views.carrier, [partial], {
          fields: ["status"],
        }),
      ),
    ).toEqual({
      dot_number: "9000001",
      status: "ACTIVE",
      error: { code: "unreachable", message: "nothing answers" },
    });
  });
});
