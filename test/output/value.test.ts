import { describe, expect, it } from "vitest";
import { plainText, type RecordRow, valueInRow } from "../../src/output/value.ts";
import { growth, nearlyLinear } from "../support/growth.ts";

function row(text: string, element?: RecordRow["element"]): RecordRow {
  return { answer: { record: JSON.parse(text), text }, element, now: 0 };
}

describe("a value at a path", () => {
  it("is found through objects", () => {
    expect(valueInRow(row('{"fleet":{"power_units":3}}'), "fleet.power_units")).toBe(3);
    expect(valueInRow(row('{"fleet":{"power_units":3}}'), "fleet")).toEqual({ power_units: 3 });
  });

  it("is found in the row's own element of a list", () => {
    const text = '{"policies":[{"form_code":"91X"},{"form_code":"34"}]}';
    expect(valueInRow(row(text, { list: "policies", index: 1 }), "policies.form_code")).toBe("34");
  });

  it.each([
    ['{"fleet":null}', "fleet.power_units"],
    ["{}", "fleet.power_units"],
    ['{"fleet":7}', "fleet.power_units"],
    ['{"fleet":[1]}', "fleet.power_units"],
    ['{"name":"x"}', "name.length"],
    ["{}", "constructor"],
    ["{}", "__proto__.toString"],
  ])("is undefined in %s at %s", (text, path) => {
    expect(valueInRow(row(text), path)).toBeUndefined();
  });
});

describe("the plain text of a value", () => {
  it.each([
    ['{"a":"x"}', "a", "x"],
    ['{"a":12}', "a", "12"],
    ['{"a":false}', "a", "false"],
    ['{"a": 1.15830115830115830115830115830115830116 }', "a", "1.15830115830115830115830115830115830116"],
    ['{"a":9007199254740993}', "a", "9007199254740993"],
    ['{"a":{"b":1e400}}', "a.b", "1e400"],
    ['{"a":{"b" : [1, 2]}}', "a.b", "[1, 2]"],
  ])("is what the service wrote: %s at %s", (text, path, plain) => {
    expect(plainText(row(text), path)).toBe(plain);
  });

  it.each(['{"a":null}', '{"a":""}', "{}", '{"a":{}}'])("is undefined for %s", (text) => {
    expect(plainText(row(text), text === '{"a":{}}' ? "a.b" : "a")).toBeUndefined();
  });

  it("says what came instead of an object, and does not present it as a field", () => {
    expect(plainText(row('{"fleet":32}'), "fleet.drivers")).toBe("fleet: 32");
    expect(plainText(row('{"address":"12 Main St"}'), "address.city")).toBe("address: 12 Main St");
    expect(plainText(row('{"fleet":[1,2]}'), "fleet.drivers")).toBe("fleet: [1,2]");
  });

  it("comes from the row's own element, with all its digits", () => {
    const text = '{"policies":[{"a":1},{"a":0.10000000000000000001},"odd",7.50]}';
    const at = (index: number) => plainText(row(text, { list: "policies", index }), "policies.a");
    expect([0, 1, 2, 3].map(at)).toEqual(["1", "0.10000000000000000001", "policies: odd", "policies: 7.50"]);
  });
});

it("thousands of policies are split once, not once per cell", () => {
  const read = (count: number) => {
    const policies = Array.from({ length: count }, (_, index) => `{"a":${index}.50,"b":1e400,"c":${index}.10}`);
    const text = `{"policies":[${policies.join(",")}]}`;
    const record = JSON.parse(text);
    for (let index = 0; index < count; index++) {
      const one: RecordRow = { answer: { record, text }, element: { list: "policies", index }, now: 0 };
      const cells = ["a", "b", "c"].map((name) => plainText(one, `policies.${name}`));
      if (index === count - 1) expect(cells).toEqual([`${index}.50`, "1e400", `${index}.10`]);
    }
  };
  expect(growth(read, 1_000)).toBeLessThan(nearlyLinear);
});
