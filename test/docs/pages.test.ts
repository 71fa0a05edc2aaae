/**
 * What holds of all pages: their links and anchors lead somewhere, and what
 * they name exists.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse as yaml } from "yaml";
import { defaultPolicyText } from "../../src/vet/policy/policy.ts";
import { blocksOf, pages } from "./page.ts";

const read = (path: string) => readFileSync(path, "utf8");
/** The anchors of a page, as GitHub makes them from its headings. */
function anchorsOf(page: string): string[] {
  return [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

describe.each([...pages, "bench/README.md", "skills/usdot/SKILL.md"])(
  "%s",
  (page) => {
    it("has links that lead somewhere", () => {
      const links = read(page).matchAll(
        /\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g,
      );
      for (const [link, to, anchor] of links) {
        const path = to ? join(dirname(page), to) : page;
        expect([link, existsSync(path)]).toEqual([link, true]);
        if (anchor) expect(anchorsOf(path)).toContain(anchor);
      }
    });

    it("has YAML and JSON that parse", () => {
      for (const { language, text } of blocksOf(page)) {
        if (language === "yaml") expect(yaml(text)).toBeTypeOf("object");
        if (language === "json") expect(JSON.parse(text)).toBeTypeOf("object");
      }
    });
  },
);

it("CONTRIBUTING.md names files and folders that exist", () => {
  const paths = read("CONTRIBUTING.md").match(
    /(?<=`)(?!dist\/)[\w./-]+(?:\.(?:ts|json|md|yml)|\/)(?=`)/g,
  );
  const places = ["", "src/", "src/service/", ".github/workflows/"];
  const isThere = (path: string) =>
    places.some((place) => existsSync(place + path));
  expect(paths?.filter((path) => !isThere(path))).toEqual([]);
});

it("docs/vetting.md has the policy that a reader saves judge the fields of the built-in one", () => {
  const [saved] = blocksOf("docs/vetting.md", "yaml");
  const [fields, builtIn] = [saved?.text ?? "", defaultPolicyText].map(
    (text) => yaml(text).rules.fields,
  );
  expect(fields).toEqual(builtIn);
});
