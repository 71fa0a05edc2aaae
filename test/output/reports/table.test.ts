import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { displayWidth } from "../../../src/text/width.ts";
import type { Finding } from "../../../src/vet/model.ts";
import { carrier, found } from "../../support/vetted.ts";
import { rendered, smallRun } from "./runs.ts";

const carriersOnly = (text: string) => text.slice(0, text.indexOf("\n\n"));

describe("the table", () => {
  it("is as the contract shows it", async () => {
    const [failing, toReview, passing] = smallRun;
    const carriers = [failing, toReview, passing].map((one) => ({ ...one, changes: null })) as typeof smallRun;
    expect(carriersOnly(await rendered("table", { carriers }))).toMatchInlineSnapshot(`
      "FAIL       9000005   FADED HARBOR CARTAGE CO
                 ! status            status is "INACTIVE"
                 ! policies.bipd     no BIPD policy (the shipper asks for it)
      REVIEW     9000010   THUNDER GOOSE EXPRESS LLC  (2 warnings)
                 ? safety.rating     rated "Conditional", which the policy does not name
      PASS       9000001   PRAIRIE LANTERN FREIGHT INC  (1 waived)"
    `);
  });

  it("is a screen for a single carrier: verdict, what changed, what decides", async () => {
    const card = await rendered("table", { carriers: smallRun.slice(0, 1), options: { single: true } });
    expect(card).toMatchInlineSnapshot(`
      "FAIL  FADED HARBOR CARTAGE CO                                   USDOT 9000005

      changed  was pass, now fail
      changed  name was "HARBOR CARTAGE CO", now "FADED HARBOR CARTAGE CO"
      changed  BIPD in force was 750,000, now not stated
      ! status         status is "INACTIVE"
      ! policies.bipd  no BIPD policy (the shipper asks for it)
        1 rule passes (-v: each)
      vetting policy general freight 2026 9f2c9f2c · usdot 0.1.0 · https://carriers.example/api · as of 2026-11-21 15:28 UTC
      "
    `);
  });

  it("has what decides first of a single carrier, and the policy's reason only where a rule is not met", async () => {
    const why = "our shipper asks for it";
    const waived = { reason: "known", by: "safety desk", until: "2026-12-31" };
    const one = (rule: string, rest: Partial<Finding>) => found("1", { rule, message: `${rule} says`, ...rest });
    const findings = [
      one("passes", { outcome: "pass", why }),
      one("warns", { level: "warning", why }),
      one("is skipped", { outcome: "skipped", why }),
      one("is waived", { waived }),
      one("may warn", { level: "warning", outcome: "unknown" }),
      one("is unknown", { outcome: "unknown", why }),
      one("fails", { why }),
    ];
    const card = await rendered("table", { carriers: [carrier("1", { findings })], options: { single: true } });
    const each = await rendered("table", {
      carriers: [carrier("1", { findings })],
      options: { single: true, verbose: true },
    });
    expect(card.split("\n").slice(2, 8)).toEqual([
      ...each.split("\n").slice(2, 7),
      "  1 rule passes, 1 skipped (-v: each)",
    ]);
    expect(each.split("\n").slice(2, 9)).toEqual([
      "! fails        fails says (our shipper asks for it)",
      "? is unknown   is unknown says (our shipper asks for it)",
      "! warns        warns says (our shipper asks for it); warning",
      "? may warn     may warn says; warning",
      "  is waived    is waived says; waived until 2026-12-31 by safety desk: known",
      "  passes       passes says",
      "  is skipped   is skipped says; skipped",
    ]);
  });

  it.each([30, 44, 60, 80, 200])("fits a terminal of %i columns, and loses nothing", async (width) => {
    const message = `運送会社 ${"authority since 2026-11-09 ".repeat(4)}`.trim();
    const findings = [found("9000005", { rule: "insurance.cargo_on_file", message })];
    const carriers = [carrier("9000005", { legal_name: "A VERY LONG NAME OF A CARRIER WITH MANY WORDS", findings })];
    for (const single of [false, true]) {
      const text = await rendered("table", { carriers, options: { width, single } });
      for (const line of text.split("\n")) expect(displayWidth(line)).toBeLessThanOrEqual(Math.max(width, 36));
      const words = (given: string) => given.split(/\s+/).join("");
      for (const part of [message, "A VERY LONG NAME OF A CARRIER WITH MANY WORDS"]) {
        expect(words(text)).toContain(words(part));
      }
    }
  });

  it("says the same in color", async () => {
    const colored = await rendered("table", { options: { color: true } });
    expect(colored).toContain("\u001b[31m");
    expect(stripVTControlCharacters(colored)).toBe(await rendered("table"));
  });
});
