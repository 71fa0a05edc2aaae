/** The manual page, in the programs that show it. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { manualPage } from "../../src/commands/man.ts";
import { commandPath, namesOf, notesOn, ownOptions, withSubcommands } from "../../src/reference/command-tree.ts";
import { escaped } from "../../src/reference/roff.ts";
import { exitStatuses } from "../../src/runtime/exit-status.ts";
import { declarationOf, environmentName, optionNames } from "../../src/settings/options.ts";
import { runInProcess } from "../support/memory-host.ts";
import { temporaryDirectory } from "../support/resources.ts";
import { isInstalled, ourProgram } from "./completion/shells.ts";

const viewers = {
  groff: ["-man", "-ww", "-Tutf8", "-P-cbou", "-Kutf8"],
  mandoc: ["-Tutf8", "-O", "width=80"],
};

const installed = (Object.keys(viewers) as (keyof typeof viewers)[]).filter(isInstalled);
/** man-db and mandoc say different things. */
const checks = process.platform === "linux" && isInstalled("man") && isInstalled("mandoc") ? ["man or mandoc"] : [];

/** What a viewer shows, without the overstrikes that stand for bold, and what it complains about. */
function shown(viewer: keyof typeof viewers, page: string): { text: string; complaints: string } {
  const { stdout, stderr } = spawnSync(viewer, viewers[viewer], { input: page, encoding: "utf8" });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: overstrikes are what is taken out here
  return { text: stdout.replace(/.\u0008/gu, ""), complaints: stderr };
}

function ourPage(): Promise<string> {
  return manualPage(ourProgram(), "1.2.3");
}

describe("the manual page", () => {
  it("is what usdot man prints", async () => {
    const { status, out, err } = await runInProcess(["man"]);
    expect({ status, err }).toEqual({ status: 0, err: "" });
    expect(out).toBe(await manualPage(ourProgram(), "0.0.0-test"));
  });

  it("is the same today and tomorrow", async () => {
    expect(await ourPage()).toContain('.TH USDOT 1 "" "usdot 1.2.3" "User Commands"');
  });

  it.for(installed)("tells everything that there is, in %s", async (viewer) => {
    const { text, complaints } = shown(viewer, await ourPage());
    const program = ourProgram();
    expect(complaints).toBe("");
    const words = text.replace(/\s+/g, " ");
    for (const command of withSubcommands(program).slice(1)) {
      expect(text).toContain(commandPath(command));
      for (const option of ownOptions(command)) expect(text).toContain(` ${namesOf(option).join(", ")}`);
      for (const example of notesOn(command).examples ?? []) expect(words).toContain(example.replace(/\s+/g, " "));
    }
    for (const name of optionNames) {
      const { fallback } = declarationOf(name);
      expect(text).toMatch(new RegExp(`^ +(?:-\\w, )?--${name}(?![-\\w])`, "m"));
      expect(text).toMatch(new RegExp(`^ +${environmentName(name)}\\b`, "m"));
      if (fallback !== undefined) expect(words).toContain(`(default: ${fallback})`);
    }
    for (const { status } of exitStatuses) expect(text).toMatch(new RegExp(`^ +${status} {2,}`, "m"));
    const titles = text.match(/^[A-Z][A-Z ]+$/gm);
    expect(titles).toEqual(
      "NAME,SYNOPSIS,DESCRIPTION,COMMANDS,OPTIONS,EXIT STATUS,ENVIRONMENT,FILES,SEE ALSO".split(","),
    );
  });

  it.each(checks)("has nothing that %s warns about, but that it has no date", async () => {
    const path = join(temporaryDirectory(), "usdot.1");
    writeFileSync(path, await ourPage());
    const man = spawnSync("man", ["--warnings", "--local-file", path], { encoding: "utf8" });
    expect(man).toMatchObject({ status: 0, stderr: "" });
    const { stdout } = spawnSync("mandoc", ["-Tlint", "-Wwarning", path], { encoding: "utf8" });
    const warnings = stdout.split("\n").filter((line) => line !== "" && !line.includes("missing date"));
    expect(warnings).toEqual([]);
  });
});

describe("a text in the page", () => {
  const marks = fc.constantFrom(..."\\.'`\"^~-$%&[](){}<>*_#@!|:; aZ09é漢—");
  const line = fc.string({ unit: marks, minLength: 1, maxLength: 30 }).map((text) => `x${text.replace(/ +/g, " ")}x`);
  const atStart = fc.string({ unit: marks, minLength: 1, maxLength: 10 }).map((text) => `${text.trim()}x`);

  it.for(installed)("reads in %s as it was given", (viewer) => {
    const texts = [...fc.sample(line, 150), ...fc.sample(atStart, 150)];
    const body = (quote: (text: string) => string) => texts.map((text) => `.br\n${quote(text)}`).join("\n");
    const page = (quote: (text: string) => string) => `.TH A 1 ""\n.nh\n.ad l\n.SH B\n${body(quote)}\n`;
    const lines = (quote: (text: string) => string) =>
      shown(viewer, page(quote))
        .text.split("\n")
        .filter((each) => /^ {7}\S/.test(each))
        .map((each) => each.trim());
    expect(lines(escaped)).toEqual(texts);
  });
});
