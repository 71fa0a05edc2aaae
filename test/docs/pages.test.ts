/** What holds of all pages: their links and anchors lead somewhere, what they name exists, and they stay short. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse as yaml } from "yaml";
import { blocksOf, pages } from "./page.ts";

const read = (path: string) => readFileSync(path, "utf8");
const words = (text: string) =>
  text.split(/\s+/).filter((word) => word !== "").length;

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

const most = {
  "README.md": 900,
  "CONTRIBUTING.md": 550,
  "docs/library.md": 900,
  "docs/rules.md": 1_300,
};

it.each(Object.entries(most))("%s has at most %d words", (page, limit) => {
  expect(words(read(page))).toBeLessThanOrEqual(limit);
});

it("all pages together have at most 12,000 words", () => {
  expect(words(pages.map(read).join("\n"))).toBeLessThanOrEqual(12_000);
});

it("CHANGELOG.md tells of 0.3.0 in at most 60 lines, and of what was before in at most 30", () => {
  const [, now = [], before = []] = read("CHANGELOG.md")
    .split(/^## /m)
    .map((part) => part.trim().split("\n"));
  expect([now.length <= 60, before.length <= 30]).toEqual([true, true]);
});

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
  expect(paths.length).toBeGreaterThan(25);
});
