/** The HTML report in a real browser, where one is installed. */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { temporaryDirectory } from "../../support/resources.ts";
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
  const five = Array.from({ length: 5 }, () => [failing, open, passing]);
  const carriers = five
    .flat()
    .map((vetted) => changed(vetted, "pass", [identity]));
  const footer = {
    notes: ["the list is cut"],
    evidence_sha256: "77aa".repeat(16),
  };
  const path = join(temporaryDirectory(), "vet.html");
  writeFileSync(path, await rendered("html", runOf(carriers, footer)));
  return pathToFileURL(path).href;
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
      const color = (selector: string) =>
        evaluate(
          `getComputedStyle(document.querySelector("${selector}")).color`,
        );
      expect(await color(".fail li.pass .verdict")).not.toBe(
        await color(".fail summary .verdict"),
      );
      await evaluate(axe);
      const found = await evaluate(
        "axe.run().then(({ violations }) => violations.map(({ id, impact, nodes }) => [impact, id, nodes[0].html].join(' ')))",
      );
      expect(
        (found as string[]).filter((violation) =>
          /^(?:serious|critical)/.test(violation),
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
    const pages =
      (await pdf()).toString("latin1").match(/\/Type\s*\/Page\b/g) ?? [];
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.length).toBeLessThanOrEqual(5);
    await close();
  });
});
