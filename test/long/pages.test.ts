/**
 * The commands of the pages that need a shell, and what is around them: run as
 * a reader would run them.
 */
import { describe, expect, it } from "vitest";
import { blocksOf, pages, saveYaml, typed } from "../docs/page.ts";
import { sampleService } from "../service/loopback.ts";
import { shell } from "./shell.ts";

describe.each(pages.filter((page) => blocksOf(page, "sh").length > 0))(
  "%s",
  (page) => {
    it("has commands that work in a shell", async () => {
      const service = await sampleService();
      const { sh, ...files } = await shell();
      for (const block of blocksOf(page)) {
        if (block.language === "yaml") saveYaml(block, files);
        if (block.language !== "sh") continue;
        for (const line of block.text.trimEnd().split("\n")) {
          const command = typed(line).replace("http://localhost:8080", service);
          if (/\bparallel\b/.test(command)) continue;
          const { status, stderr } = await sh(command, { dot: "9000001" });
          const isFine =
            status === 0 ||
            (/\bvet\b/.test(command) && [3, 8].includes(status));
          expect([line, isFine ? "" : stderr]).toEqual([line, ""]);
        }
      }
    });
  },
);
