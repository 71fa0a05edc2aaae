/** Real records with all their oddities: no crash, nothing lost, and no wrong claim, in any format. */
import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, it } from "vitest";
import { startRecordService, type Texts } from "../commands/record-service.ts";
import { runInProcess, testDay } from "../support/memory-host.ts";
import { temporaryDirectory } from "../support/resources.ts";

type Json = { [key: string]: Json } | Json[] | string | number | boolean | null;
type Fields = { [key: string]: Json };

interface Real {
  number: string;
  text: string;
  record: Fields;
}

function lines(name: string): string[] {
  return readFileSync(new URL(`../fixtures/real-${name}.ndjson`, import.meta.url), "utf8")
    .trimEnd()
    .split("\n");
}

function real(text: string): Real {
  const record = JSON.parse(text) as Fields;
  return { number: String(record["dot_number"]), text, record };
}

/** Several oddities are about the same carrier, so each is a list of its own, with its own service. */
const oddities = lines("oddities").map((line) => real(/"record":(\{.*\})\}$/.exec(line)?.[1] ?? ""));
const carriers = lines("carriers").map(real);
const policies = lines("insurance").map(real);
const inspected = lines("safety").map(real);

/** Lists without duplicate numbers. */
function distinct(all: readonly Real[]): Real[][] {
  const lists: Real[][] = [];
  for (const one of all) {
    const list = lists.find((each) => each.every(({ number }) => number !== one.number));
    if (list) list.push(one);
    else lists.push([one]);
  }
  return lists;
}

interface Suite {
  command: string;
  kind: keyof Texts;
  list: Real[];
}

const suites: Suite[] = [
  ...distinct([...carriers, ...oddities]).flatMap((list) => [
    { command: "carrier", kind: "carrier" as const, list },
    { command: "bulk", kind: "summary" as const, list },
  ]),
  ...distinct(policies).map((list) => ({ command: "insurance", kind: "insurance" as const, list })),
  ...distinct(inspected).map((list) => ({ command: "safety", kind: "safety" as const, list })),
];

/** Of all runs: they leave nothing in it. */
const home = temporaryDirectory();

const summaryFields = new Set(["dot_number", "legal_name", "status", "address", "fleet"]);

/** The non-null values of a command's columns by dotted path; numbers as their JSON text. */
function leaves(value: Json, path = ""): [path: string, text: string][] {
  if (value === null || value === "") return [];
  if (Array.isArray(value)) return value.flatMap((element) => leaves(element, path));
  if (typeof value === "object") {
    return Object.entries(value).flatMap(([key, inner]) => leaves(inner, path === "" ? key : `${path}.${key}`));
  }
  return [[path, String(value)]];
}

const serve = ({ kind, list }: Suite) =>
  startRecordService({ [kind]: new Map(list.map(({ number, text }) => [number, text])) });

/** The records of a suite, each with its card: they are asked for once. */
function cardsOf(suite: Suite): Promise<[Real, string][]> {
  const cards = known.get(suite) ?? show(suite);
  known.set(suite, cards);
  return cards;
}
const known = new Map<Suite, Promise<[Real, string][]>>();

async function show(suite: Suite): Promise<[Real, string][]> {
  const { url } = await serve(suite);
  const shown: [Real, string][] = [];
  for (const one of suite.list) {
    shown.push([one, (await runInProcess(["--base-url", url, suite.command, one.number], { home })).out]);
  }
  return shown;
}

describe.each(suites)("$command of real records", (suite) => {
  const { command, list } = suite;
  let service: { url: string };
  beforeAll(async () => {
    service = await serve(suite);
  });

  const asked = (format: string, one?: Real) =>
    runInProcess(
      [
        "--base-url",
        service.url,
        command,
        ...(one ? [one.number] : list.map(({ number }) => number)),
        "--format",
        format,
      ],
      {
        env: { USDOT_API_KEY: "x" },
        home,
      },
    );
  const columns = (record: Fields): Fields =>
    command === "bulk" ? Object.fromEntries(Object.entries(record).filter(([key]) => summaryFields.has(key))) : record;

  it("is complete in NDJSON, with every number as written", async () => {
    const { status, out } = await asked("ndjson");
    expect(status).toBe(0);
    const rows = out.trimEnd().split("\n");
    expect(rows.map((row) => JSON.parse(row))).toEqual(list.map(({ record }) => record));
    const literals = (text: string) => text.replace(/"(?:[^"\\]|\\.)*"/g, "").match(/-?\d[\d.eE+-]*/g);
    expect(rows.map(literals)).toEqual(list.map(({ text }) => literals(text)));
  });

  it("is complete in JSON, for a list and a single number", async () => {
    expect(JSON.parse((await asked("json")).out)).toEqual(list.map(({ record }) => record));
    const [first] = list as [Real];
    const { out } = await asked("json", first);
    expect(JSON.parse(out)).toEqual(command === "bulk" ? [first.record] : first.record);
  });

  it("loses no value in CSV", async () => {
    const { status, out } = await asked("csv");
    expect(status).toBe(0);
    const rows = parse(out, { columns: true }) as Record<string, string>[];
    for (const { number, record } of list) {
      const own = rows.filter((row) => row["dot_number"] === number);
      for (const [path, text] of leaves(columns(record))) {
        expect(
          own.map((row) => row[path]?.replace(/^'/, "")),
          `${number} ${path}`,
        ).toContain(text);
      }
      expect(own.map(({ error }) => error)).toEqual(own.map(() => ""));
    }
  });

  it("loses no value in the table", async () => {
    const lines = async () => (await asked("table")).out.split("\n").slice(1, -1);
    const each = async () => (await cardsOf(suite)).map(([, card]) => card);
    // A list shows what matters; a card, everything.
    const shown = command === "bulk" ? await lines() : await each();
    expect(shown).toHaveLength(list.length);
    for (const [index, { number, record }] of list.entries()) {
      const seen = shown[index] as string;
      for (const [path, text] of leaves(columns(record))) {
        if (isUnderNoInspections(record, path)) continue;
        // A list has no room for the street.
        if (command === "bulk" && /^address\.(?:street|zip)$/.test(path)) continue;
        expect(seen, `${number} ${path}`).toContain(inTheTable(path, text, record));
      }
    }
  });
});

/** If nothing was inspected, the table says so instead of showing a rate of 0. */
function isUnderNoInspections(record: Fields, path: string): boolean {
  const [, group] = /^inspections\.(\w+)\./.exec(path) ?? [];
  if (group === undefined) return false;
  return ((record["inspections"] as Fields)[group] as Fields)["total"] === 0;
}

/** How a table must show a value, computed independently: whole numbers grouped, rates rounded, dates as days. */
function inTheTable(path: string, text: string, record: Fields): string {
  const value = path.split(".").reduce<Json | undefined>((at, key) => (at as Fields)?.[key], record);
  if (/_date$/.test(path)) return text.replace(/T00:00:00(?:Z|\.000\+0000)$/, "");
  if (/rate|national/.test(path) && typeof value === "number") return String(Number(value.toFixed(2)));
  const isCount = /power_units|drivers|on_file|crashes|coverage_amount|\.total$|\.oos$|violations/.test(path);
  const isNumber = typeof value === "number" || path === "policies.coverage_amount";
  return isCount && isNumber ? Number(text).toLocaleString("en-US") : text;
}

describe("no claim is wrong", () => {
  /** All records of a command, each with its card. */
  const cards = async (command: string) =>
    (await Promise.all(suites.filter((suite) => suite.command === command).map(cardsOf))).flat();

  let carrierCards: [Real, string][];
  beforeAll(async () => {
    carrierCards = await cards("carrier");
  });
  const tableLine = (out: string, label: string) => out.split("\n").find((line) => line.includes(` ${label} `)) ?? "";

  it("of a rate: it is below or above only if it is a meaningful number", async () => {
    let compared = 0;
    for (const [one, card] of carrierCards) {
      const { driver_oos_rate: rate, driver_oos_rate_national: national } = (one.record["safety"] ?? {}) as Fields;
      const line = tableLine(card, "driver OOS rate");
      const word = /: (below|ABOVE|equal)/.exec(line)?.[1];
      // A rate of 0 may also mean that nothing was inspected.
      if (typeof rate !== "number" || typeof national !== "number" || rate === 0) expect(word).toBeUndefined();
      else {
        compared += 1;
        expect(word).toBe(rate < national ? "below" : rate > national ? "ABOVE" : "equal");
      }
    }
    expect(compared).toBeGreaterThan(3);
  });

  it("of inspections: they are compared as stated, and no inspections are called that", async () => {
    for (const [one, out] of await cards("safety")) {
      for (const [group, value] of Object.entries(one.record["inspections"] as Fields)) {
        const { total, oos_rate, national_avg } = value as Record<string, number>;
        const line = tableLine(out, group);
        if (total === 0) expect(line).toMatch(/ no inspections$/);
        else expect(line).toContain((oos_rate as number) < (national_avg as number) ? " below" : " ABOVE");
      }
    }
  });

  it("of a policy: it is expired only if its expiration is past, and has started unless it says otherwise", async () => {
    for (const [one, out] of await cards("insurance")) {
      const rows = out.trimEnd().split("\n").slice(6);
      const all = one.record["policies"] as Fields[];
      expect(rows).toHaveLength(all.length);
      const day = (date: Json | undefined) => String(date).slice(0, 10);
      const today = new Date(testDay).toISOString().slice(0, 10);
      const terms = all.map(({ expiration_date: end, effective_date: start }) => ({
        isOver: end !== null && day(end) <= today,
        isUpcoming: day(start) > today,
        isOpen: end === null,
      }));
      const count = (word: RegExp) => rows.filter((row) => word.test(row)).length;
      expect(count(/expired/)).toBe(terms.filter(({ isOver }) => isOver).length);
      expect(count(/begins/)).toBe(terms.filter(({ isUpcoming }) => isUpcoming).length);
      expect(count(/ {2}until canceled( |$)/)).toBe(terms.filter(({ isOpen }) => isOpen).length);
      // What is over comes last.
      expect(rows.findLastIndex((row) => !row.includes("expired"))).toBe(
        terms.filter(({ isOver }) => !isOver).length - 1,
      );
    }
  });

  it("of a date in another format than ISO 8601: it is shown as received, without an age", async () => {
    const other = oddities.filter(({ record }) => {
      const date = (record["authority"] as Fields)["common_authority_date"];
      return typeof date === "string" && !/^\d{4}-\d\d-\d\d/.test(date);
    });
    expect(other.length).toBeGreaterThan(0);
    for (const [one, card] of carrierCards.filter(([one]) => other.includes(one))) {
      const date = (one.record["authority"] as Fields)["common_authority_date"];
      expect(tableLine(card, "since")).toMatch(new RegExp(` ${date}$`));
    }
  });

  it("of a status: the title shows it as received", async () => {
    for (const [one, card] of carrierCards) {
      const [, facts] = card.split("\n");
      expect(facts).toMatch(new RegExp(`^status ${one.record["status"] ?? "not stated"} · authority `));
    }
  });
});
