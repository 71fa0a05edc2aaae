/**
 * The commands of the pages that need a shell, and what is around them: run as
 * a reader would run them.
 */
import { describe, expect, it } from "vitest";
import { startSampleService } from "../../src/sample/server.ts";
import { blocksOf, pages, saveYaml, typed } from "../docs/page.ts";
import { afterwards } from "../support/resources.ts";
import { shell } from "./shell.ts";

describe.each(pages.filter((page) => blocksOf(page, "sh").length > 0))(
  "%s",
  (page) => {
    it("has commands that work in a shell", async () => {
      const service = await startSampleService({ today: () => new Date() });
      afterwards(() => service.close());
      const { directory, sh } = await shell();
      for (const block of blocksOf(page)) {
        if (block.language === "yaml") saveYaml(block, directory);
        if (block.language !== "sh") continue;
        for (const line of block.text.trimEnd().split("\n")) {
          const command = typed(line).replace(
            "http://localhost:8080",
            service.url,
          );
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
