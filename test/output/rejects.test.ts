import { describe, expect, it } from "vitest";
import { readList } from "../../src/input/read-list.ts";
import type { Outcome } from "../../src/lookup/outcome.ts";
import { rejectsTo } from "../../src/output/rejects.ts";
import { UnreachableError } from "../../src/service/errors.ts";
import { answered, memorySink, notFound, unanswered } from "./outcomes.ts";

const place = { source: "fleet.csv", line: 17 };

async function rejects(outcomes: readonly Outcome[]): Promise<string> {
  const sink = memorySink();
  const writer = rejectsTo(sink, () => {});
  for (const outcome of outcomes) writer.write(outcome);
  await writer.finish();
  return sink.text();
}

const refused = (text: string): Outcome => ({ kind: "invalid", text, reason: "is not a number", place });

describe("the rejects", () => {
  it("are the refused inputs and those without an answer, with place and reason", async () => {
    const outcomes: Outcome[] = [
      { ...answered({ dot_number: "1" }), place },
      { ...notFound("2"), place },
      { ...unanswered("3", new UnreachableError("nothing answers, it says", { reason: "host-unreachable" })), place },
      { kind: "repeated", dotNumber: "3" as never, place },
      { ...unanswered("4") },
      refused("MC-747866"),
    ];
    expect(await rejects(outcomes)).toMatchInlineSnapshot(`
      "dot_number,file,line,reason
      3,fleet.csv,17,"nothing answers, it says"
      4,,,nothing answers
      MC-747866,fleet.csv,17,is not a number
      "
    `);
  });

  it("have a header even if there are none", async () => {
    expect(await rejects([])).toBe("dot_number,file,line,reason\n");
  });

  it("write nothing before the first reject, so that an early end leaves no lone header", () => {
    const sink = memorySink();
    const writer = rejectsTo(sink, () => {});
    writer.write(answered({ dot_number: "1" }));
    expect(sink.text()).toBe("");
  });

  it("are safe to open in a spreadsheet", async () => {
    expect(
      await rejects([refused("=cmd|' /C calc'!A0"), refused("\u001b[2J\r\n"), refused("a,b;c\t1")]),
    ).toMatchInlineSnapshot(`
      "dot_number,file,line,reason
      '=cmd|' /C calc'!A0,fleet.csv,17,is not a number
      \\u001b[2J\\u000d\\u000a,fleet.csv,17,is not a number
      "a,b;c\\u00091",fleet.csv,17,is not a number
      "
    `);
  });

  it("can be read back as a list", async () => {
    const text = await rejects([
      { ...unanswered("3"), place },
      refused("MC-747866"),
      refused('"x", 7'),
      ...["#SPILL!", "# 5 x", "  #", '# "a", b'].map(refused),
      { ...unanswered("12345678") },
    ]);
    const inputs = [];
    for await (const page of readList([Buffer.from(text)] as never, "rejects.csv", {})) inputs.push(...page);
    expect(inputs).toMatchObject([
      { dotNumber: "3" },
      { text: "MC-747866", invalid: "is a docket number, not a USDOT number" },
      { text: '"x", 7' },
      ...["#SPILL!", "# 5 x", "  #", '# "a", b'].map((entry) => ({ text: entry })),
      { dotNumber: "12345678" },
    ]);
  });
});
