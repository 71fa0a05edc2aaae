import { describe, expect, it } from "vitest";
import {
  carrierView,
  insuranceView,
  safetyView,
  summaryView,
} from "../../src/screen/columns.ts";
import { displayWidth } from "../../src/text/width.ts";
import { realRecords } from "../support/fixtures.ts";
import {
  carrier,
  insurance,
  missing,
  policies,
  printed,
  row,
  safety,
  sampleNumbers,
  sampleOf,
  unreachable,
} from "./drawn.ts";

const { bipd, cargo, former } = policies;

describe("a card", () => {
  it("of a carrier", async () => {
    expect(await printed("card", carrierView, [row(carrier)])).toBe(
      `THUNDER GOOSE EXPRESS LLC (DBA GOOSE FREIGHT)      USDOT 9000010 · MC 9100010

status           ACTIVE
authority        ACTIVE
authority since  2022-06-14 (4 years ago)
BIPD on file     750,000
cargo on file    0? (or the limit is not stated)
rating           Conditional
driver OOS rate  12.9 ABOVE (national 6.67, inspections not stated)
total crashes    18
power units      1,240
drivers          71
address          606 HONK HOLLOW RD, MACON, GA 31201
phone            +1 608 555 0110
email            dispatch10@example.com
`,
    );
  });

  it("of policies, what is over dimmed below what is in force", async () => {
    const text = await printed(
      "card",
      insuranceView,
      [row(insurance(former, bipd))],
      { width: 80 },
    );
    expect(
      text,
    ).toBe(`THUNDER GOOSE                                                   USDOT 9000010

in force  BIPD 750,000

BIPD/Primary · 750,000 · until 2027-08-26 (in 9 months) ·
  insurer EXAMPLE MUTUAL INSURANCE CO · effective 2026-08-26 (2 months ago) ·
  policy EX-100010 · form 91X
BIPD/Primary · 750,000 · ended 2026-08-26 (2 months ago) ·
  insurer EXAMPLE MUTUAL INSURANCE CO · effective 2025-08-26 (14 months ago) ·
  policy EX-100010 · form 91X
no cargo insurance on file
`);
  });

  it("of safety, without a crash rate of nobody knows what", async () => {
    expect(await printed("card", safetyView, [row(safety)])).toBe(
      `THUNDER GOOSE EXPRESS LLC                                       USDOT 9000010

driver OOS   12.9 ABOVE (national 6.67, 19 of 147)
vehicle OOS  35 ABOVE (national 22.26, 36 of 103)
hazmat OOS   no inspections
rating       Conditional
crashes      18 (fatal 1, injury 5, towaway 12)
violations   unsafe driving 63, driver fitness 12, hours of service 58, drugs and alcohol 1, vehicle maintenance 141
`,
    );
  });

  it("of little says what is not stated", async () => {
    const record = {
      legal_name: null,
      fleet: { power_units: 3 },
      contact: null,
    };
    const text = await printed("card", carrierView, [row(record, "7")], {
      width: 100,
    });
    expect(text.startsWith("(no name)")).toBe(true);
    for (const line of [
      "status           —",
      "power units      3",
      "phone            —",
    ])
      expect(text.split("\n")).toContain(line);
  });

  it("of a carrier that was never inspected does not praise it", async () => {
    const unrated = {
      ...carrier,
      safety: { ...carrier.safety, driver_oos_rate: 0 },
    };
    expect(await printed("card", carrierView, [row(unrated)])).toContain(
      "rate  0, or no inspections\n",
    );
    const none = { total: 0, oos: 0, oos_rate: 0, national_avg: 5 };
    const record = {
      ...safety,
      inspections: { driver: none, vehicle: none, hazmat: none },
    };
    const text = await printed("card", safetyView, [row(record)]);
    expect(text).toContain("driver OOS   no inspections\n");
  });
});

describe("a list", () => {
  const list = [row(carrier), missing("9000404"), unreachable("9000502")];
  it("of carriers says why a number has no record", async () => {
    expect(shape(await printed("list", carrierView, list, { width: 60 }))).toBe(
      `USDOT    Name                    BIPD on file  Cargo on file
9000010  THUNDER GOOSE EXPRESS…       750,000             0?
9000404  no such carrier
9000502  no answer (unreachable)
no room for: status, authority, rating, driver OOS rate,
  power units, drivers, city, state
`,
    );
  });

  it.each([
    [
      insuranceView,
      insurance(bipd, cargo),
      40,
      ["Coverage", "750,000", "100,000"],
    ],
    [insuranceView, insurance(bipd), 80, ["no cargo insurance on file"]],
    [
      insuranceView,
      insurance(),
      80,
      ["no BIPD policy ", "no cargo insurance "],
    ],
    [
      safetyView,
      safety,
      80,
      [
        "Vehicle OOS",
        "Driver OOS",
        "Hazmat OOS",
        "12.9 ABOVE",
        "no inspections",
      ],
    ],
    [
      carrierView,
      { ...carrier, status: "INACTIVE" },
      80,
      ["INACTIVE", "750,000", "0?"],
    ],
    [
      carrierView,
      { ...carrier, authority: { status: "NOT AUTHORIZED" } },
      80,
      ["NOT AUTHORIZED"],
    ],
    [summaryView, carrier, 80, ["1,240", "MACON  GA", "ACTIVE"]],
  ])("keeps what decides longest: %#", async (view, record, width, texts) => {
    const text = await printed("list", view, [row(record), row(record)], {
      width,
    });
    for (const each of texts) expect(text).toContain(each);
  });

  it("does without a status that is ACTIVE everywhere first", async () => {
    expect(
      await printed("list", carrierView, [row(carrier)], { width: 120 }),
    ).not.toContain("ACTIVE");
    expect(await printed("list", carrierView, [row(carrier)])).toContain(
      "ACTIVE",
    );
  });

  it.each([
    [[], "no carriers\n"],
    [[missing("5")], "5      no such carrier\n"],
  ])("of nothing says so: %#", async (results, end) => {
    expect(
      (await printed("list", summaryView, results, { width: 80 })).endsWith(
        end,
      ),
    ).toBe(true);
  });
});

describe("at every width", () => {
  const sets = {
    carrier: [
      carrierView,
      [
        ...realRecords("carriers").slice(0, 25),
        ...realRecords("oddities"),
        carrier,
      ],
    ],
    insurance: [
      insuranceView,
      [
        ...realRecords("insurance").slice(0, 10),
        insurance(bipd, cargo, former),
        insurance(),
      ],
    ],
    safety: [safetyView, [...realRecords("safety"), safety]],
    summary: [summaryView, [carrier]],
  } as const;
  const results = Object.entries(sets).flatMap(([name, [view, records]]) => {
    const own = sampleNumbers.map((number) =>
      row(sampleOf(number)[name as keyof typeof sets], number),
    );
    const all = [...records.map((record) => row(record)), ...own];
    return [40, 60, 80, 100, 120, 200].map((width) => ({
      name,
      view,
      width,
      own,
      all,
    }));
  });
  const wordsOf = (text: string) => text.trim().split(/\s+/);

  it.each(results)(
    "of $width columns, a card of $name loses no word, and breaks none",
    async ({ view, width, all, own }) => {
      for (const result of all) {
        const [card, whole] = await Promise.all(
          [width, undefined].map((width) =>
            printed("card", view, [result], { width }),
          ),
        );
        expect(wordsOf(card ?? "")).toEqual(wordsOf(whole ?? ""));
        expect(
          (card ?? "").split("\n").filter((line) => displayWidth(line) > width),
        ).toEqual([]);
        if (own.includes(result))
          expect(
            (card ?? "").split("\n").length,
            "its name stays in 24 rows",
          ).toBeLessThan(24);
      }
    },
  );

  it.each(results)(
    "of $width columns, a list of $name has every row, cuts no number, and names what has no room",
    async ({ view, width, all }) => {
      const [list = "", whole = ""] = await Promise.all(
        [width, undefined].map((width) =>
          printed("list", view, [...all, missing("9000404")], { width }),
        ),
      );
      expect(
        list.split("\n").filter((line) => displayWidth(line) > width),
      ).toEqual([]);
      expect(
        list.match(/ [\d,.]+…/g)?.filter((cut) => !/ \d{1,5} ?…/.test(cut)) ??
          [],
      ).toEqual([]);
      const numbers = list.split("\n").map((line) => line.split(" ")[0]);
      for (const { dotNumber } of all) expect(numbers).toContain(dotNumber);
      const [notice = ""] = /^no room for: [\s\S]*/m.exec(list) ?? [];
      const named = notice
        .replace("no room for:", "")
        .split(",")
        .map((name) => wordsOf(name).join(" ").toLowerCase());
      const headers = (text: string) =>
        text.slice(0, text.indexOf("\n")).toLowerCase().split(/ {2,}/);
      expect(
        [...headers(list), ...named].filter((name) => name !== "").sort(),
      ).toEqual(headers(whole).sort());
    },
  );
});

it("nothing is red or green by a judgment of the screen's own", async () => {
  const texts = [
    await printed("card", carrierView, [row(carrier)], {
      color: true,
    }),
    await printed("card", safetyView, [row(safety)], {
      color: true,
    }),
    await printed("card", insuranceView, [row(insurance(bipd))], {
      color: true,
    }),
  ].join("");
  expect(texts.replaceAll("\u001b", "ESC")).not.toMatch(/ESC\[3[1-7]m/);
});

it.each(["card", "list"] as const)(
  "a %s of sample data says so",
  async (kind) => {
    const text = await printed(kind, carrierView, [row({ ...carrier, x: 1 })], {
      sample: true,
    });
    expect(text.endsWith("\nsample data: the carriers are invented\n")).toBe(
      true,
    );
  },
);

/** Without the rule below the headers, whose length the widths decide. */
const shape = (text: string) => text.replace(/─+\n/, "");
