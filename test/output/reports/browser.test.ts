/** The HTML report in a real browser, where one is installed. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { folder } from "../../support/resources.ts";
import { isInstalled, openPage } from "./chromium.ts";
import { changed, failing, open, passing, rendered, runOf } from "./runs.ts";

const axe = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

/** A report of 15 carriers that changed, as a file. */
async function page(): Promise<string> {
  const identity = {
    group: "identity",
    field: "name",
    was: ["harbor cartage"],
    is: ["faded harbor cartage"],
  } as const;
  const carriers = Array(5)
    .fill([failing, open, passing])
    .flat()
    .map((vetted) => changed(vetted, "pass", [identity]));
  const footer = {
    notes: ["the list is cut"],
    evidence_sha256: "77aa".repeat(16),
  };
  const text = await rendered("html", runOf(carriers, footer));
  return pathToFileURL(folder({ "vet.html": text }).at("vet.html")).href;
}

if (!isInstalled)
  it.skip(
    "Chromium is not installed: the HTML report was not looked at in a browser",
  );

describe.runIf(isInstalled)("the HTML report in Chromium", () => {
  it.each([1200, 390])(
    "at %i pixels sends nothing, says nothing on the console, and axe finds nothing serious",
    async (width) => {
      const { evaluate, noticed, close } = await openPage(await page(), width);
      expect(
        await evaluate("document.documentElement.scrollWidth"),
      ).toBeLessThanOrEqual(width);
      await evaluate(
        "document.querySelectorAll('details').forEach((one) => { one.open = true })",
      );
      expect(
        await evaluate(
          "[...document.querySelectorAll('code')].filter((one) => one.offsetHeight > 30).length",
        ),
      ).toBe(0);
      const colors = await evaluate(
        "['.fail li.pass .verdict', '.fail summary .verdict'].map((one) => getComputedStyle(document.querySelector(one)).color)",
      );
      expect(new Set(colors as string[]).size).toBe(2);
      await evaluate(axe);
      expect(
        await evaluate(
          "axe.run().then(({ violations }) => violations.filter(({ impact }) => /serious|critical/.test(impact)))",
        ),
      ).toEqual([]);
      expect(noticed()).toEqual([]);
      await close();
    },
  );

  it("prints 15 carriers on at most 5 pages, with how many rules pass", async () => {
    const { evaluate, print, pdf, close } = await openPage(await page(), 1200);
    await print();
    const text = String(await evaluate("document.body.innerText"));
    expect(text.match(/1 rule passes/g)).toHaveLength(10);
    const pages = (await pdf()).match(/\/Type\s*\/Page\b/g);
    expect([2, 3, 4, 5]).toContain(pages?.length);
    await close();
  });
});
