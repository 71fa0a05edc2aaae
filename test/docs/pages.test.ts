/**
 * What holds of all pages: their links and anchors lead somewhere, and what
 * they name exists.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse as yaml } from "yaml";
import { blocksOf, pages } from "./page.ts";

const read = (path: string) => readFileSync(path, "utf8");
/** The anchors of a page, as GitHub makes them from its headings. */
function anchorsOf(page: string): string[] {
  const headings = [...read(page).matchAll(/^#+ (.*)$/gm)].map(
    ([, heading = ""]) => heading,
  );
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

describe.each([...pages, "bench/README.md", "skills/usdot/SKILL.md"])(
  "%s",
  (page) => {
    const links = [
      ...read(page).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g),
    ].map(([, to = "", anchor]) => {
      return { path: to === "" ? page : join(dirname(page), to), anchor };
    });

    it("has links that lead somewhere", () => {
      expect(links.filter(({ path }) => !existsSync(path))).toEqual([]);
      const anchored = links.filter(({ anchor }) => anchor !== undefined);
      expect(
        anchored.filter(
          ({ path, anchor = "" }) => !anchorsOf(path).includes(anchor),
        ),
      ).toEqual([]);
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
  const named = [
    ...read("CONTRIBUTING.md").matchAll(
      /`([\w./-]+(?:\.(?:ts|json|md|yml)|\/))`/g,
    ),
  ];
  const paths = named
    .map(([, path = ""]) => path)
    .filter((path) => path !== "dist/");
  const places = ["", "src/", "src/service/", ".github/workflows/"];
  expect(
    paths.filter((path) => !places.some((place) => existsSync(place + path))),
  ).toEqual([]);
  expect(paths).not.toEqual([]);
});
