import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { visible } from "../../../src/text/safe-text.ts";
import type { Run } from "../../../src/vet/model.ts";
import { dossierOf } from "../../support/fixtures.ts";
import {
  finding,
  formats,
  gone,
  junitErrors,
  rendered,
  runOf,
  vettedOf,
} from "./runs.ts";

/** Text that obeys nobody: what services, lists and policies may send. */
const hostile = [
  "\u001b[31mred\u001b[0m \u009b2J \u001b]0;title\u0007 ACME \u202eCNI\u2066x\u2069 \u200b\u{e0041} \ud800 \0 \u0085 \u2028 \uffff",
  "a\r\n::error::pwned\n##[error]pwned",
  "::error file=x::pwned %0A::error::pwned%0D%25",
  "]]> <![CDATA[ <!-- --> &amp; &#10; <?xml?> <script>alert(1)</script><img src=x onerror=alert(1)>\"' constructor __proto__",
  "[link](https://evil.example) ![i](//evil.example) a@evil.example @user #1 `code` ``` | *bold* _it_ ~~gone~~ $x$ \\` \\| <br> # heading",
  '=HYPERLINK("https://evil.example")',
  "www.evil.example list:100:first _it_ snake_case",
];

/** A run in which every text that others wrote is this one. */
function runFull(text: string): Run {
  const place = { source: text, line: 7 };
  const said = { why: text, observed: { [text]: [text] }, place };
  const waived = { reason: text, by: text, until: text };
  const fields = [
    { group: "identity", field: text, was: [text], is: [text] },
  ] as const;
  const vetted = vettedOf(
    "9000005",
    text,
    "fail",
    [
      finding("fail", text, text, said),
      finding("review", text, text, said),
      finding("waived", text, text, { ...said, waived }),
    ],
    {
      changes: { before: "pass", now: "fail", fields, newRules: [] },
      notes: [text],
    },
  );
  const carrier = { legal_name: text, mc_number: text, status: text };
  const dossier = dossierOf({ carrier }, { place, claims: [{ name: text }] });
  const all = { ...vetted, dossier };
  return runOf(
    [all, { ...all, verdict: "review" }, { ...all, verdict: "pass" }],
    {
      notes: [text],
      invalid: [{ place, text, invalid: text }],
      gone: [{ ...gone, legal_name: text }],
    },
    {
      policy: { name: text, sha256: text },
      service: text,
      reference: text,
      by: text,
    },
  );
}

const unsafe =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\0-\t\v-\x1f\x7f-\x9f\u200b\u202e\u2028\u2066\u2069\uffff]|\p{Cs}|\u{e0041}/u;

describe.each(formats)("%s", (name) => {
  it.each(hostile)(
    "holds nothing that a terminal or a runner obeys: %j",
    async (text) => {
      for (const look of [
        {},
        { width: 60, height: 24 },
        { prefersScreen: true },
      ]) {
        const report = await rendered(name, runFull(text), look);
        expect(report).not.toMatch(unsafe);
        const commands = report
          .split("\n")
          .filter((line) => /^\s*::/.test(line));
        // Only where a terminal folds them can lines begin with anything.
        if (!("width" in look))
          expect(commands).toHaveLength(name === "github" ? 6 : 0);
      }
    },
  );
});

describe.each(hostile)("a report of %j", (text) => {
  const run = runFull(text);

  it("is text and no markup", async () => {
    const page = await rendered("html", run);
    const ours =
      "!doctype html head meta title style body main h1 h2 p dl dt dd ul li b small span code details summary svg rect";
    for (const [tag] of page.matchAll(/(?<=<\/?)[a-z!][a-z0-9]*/g))
      expect(ours.split(" ")).toContain(tag);
    expect(page).not.toMatch(/<[^>]*\s(?:on\w+|src|href|style)\s*=/i);
    expect(await junitErrors(await rendered("junit", run))).toEqual([]);
  });

  it("starts no formula in CSV, and is the same in JSON when it is read back", async () => {
    const [, cells = []] = parse(await rendered("csv", run));
    expect(cells[1]?.replace(/^'/, "")).toBe(visible(text));
    for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@]/);
    const { carriers, policy } = JSON.parse(await rendered("json", run));
    expect([
      carriers[0].legal_name,
      carriers[0].findings[0].message,
      policy.name,
    ]).toEqual([text, text, text]);
  });

  it("makes no link, mention, cell or heading in Markdown", async () => {
    const bare = (await rendered("markdown", run))
      .replace(/\\[!-/:-@[-`{-~]|@<!-- -->/g, " ")
      .replace(
        /&#\d+;|<br>|<\/?details>|<\/?summary>|\*\*|^\| | \|(?= |$)|^\|[-|]+\|$|^## |^- |[!?] /gm,
        "",
      );
    expect(bare).not.toMatch(
      /[`*[\]#|<>&$~]|(?<![a-z0-9])_|_(?![a-z0-9])|:\/\/|\bwww\./i,
    );
  });
});
