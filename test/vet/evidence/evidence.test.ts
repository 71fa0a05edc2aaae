import { equal, notEqual } from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { DotNumber } from "../../../src/dot-number.ts";
import { carrierRecords, citationOf, EvidenceError } from "../../../src/vet/evidence/format.ts";
import { EvidenceReader } from "../../../src/vet/evidence/reader.ts";
import { EvidenceWriter } from "../../../src/vet/evidence/writer.ts";
import { carrier } from "../../support/vetted.ts";
import { answer, evidenceOf, read, run, smallEvidence } from "./evidence-file.ts";

const digest = (content: string | Uint8Array) => createHash("sha256").update(content).digest("hex");
const linesOf = (text: string) => text.split(/(?<=\n)/);

describe("written evidence", () => {
  it("is a run, of each carrier its answers and its verdict, and an end", async () => {
    const { text } = await smallEvidence();
    const lines = linesOf(text).map((line) => JSON.parse(line));
    expect(lines.map(({ type, dot_number }) => [type, dot_number])).toEqual([
      ["run", undefined],
      ["answer", "1"],
      ["answer", "1"],
      ["verdict", "1"],
      ["verdict", "2"],
      ["answer", "3"],
      ["verdict", "3"],
      ["end", undefined],
    ]);
    expect(lines[0]).toEqual({ type: "run", format: "usdot-evidence/1", ...run });
    expect(lines[3].findings[0]).not.toHaveProperty("unknown");
  });

  it("keeps a body exactly as it was received", async () => {
    const { text } = await smallEvidence();
    const [, first, second, , , third] = linesOf(text).map((line) => JSON.parse(line));
    expect(first.body).toBe(answer("1").body);
    expect(first.sha256).toBe(digest(first.body));
    expect(second).not.toHaveProperty("body");
    expect(second.sha256).toBe(digest(Buffer.from(second.body_base64, "base64")));
    expect(third).toMatchObject({ status: null, sha256: null, error: { code: "unreachable" } });
    expect(third).not.toHaveProperty("body");
  });

  it("keeps bytes that are UTF-8 as text, with their byte order mark", async () => {
    const body = Buffer.from('\ufeff{"dot_number":"1"}');
    const { carriers } = await read((await evidenceOf([[[answer("1", { body })], carrier("1")]])).text);
    expect(carriers[0]?.answers[0]).toMatchObject({ body: `${body}`, sha256: digest(body) });
  });

  it("keeps a reused answer as it was", async () => {
    const first = await read((await smallEvidence()).text);
    const answers = first.carriers[0]?.answers.map((one) => ({ ...one, reused: true })) ?? [];
    const again = await read((await evidenceOf([[answers, carrier("1")]])).text);
    expect(again.state).toBe("whole");
    expect(again.carriers[0]?.answers).toEqual(answers);
  });

  it("is harmless to look at", async () => {
    const { text } = await smallEvidence();
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
  });

  it("ends with the hash of all before, and states it before each verdict", async () => {
    const { text, sha256 } = await smallEvidence();
    const lines = linesOf(text);
    const hashBefore = (line: number) => digest(lines.slice(0, line).join(""));
    expect(JSON.parse(lines[7] as string)).toEqual({ type: "end", lines: 7, sha256 });
    expect(sha256).toBe(hashBefore(7));
    for (const line of [3, 4, 6]) expect(JSON.parse(lines[line] as string).sha256_before).toBe(hashBefore(line));
  });

  it("is appended carrier by carrier, in the order of the calls", async () => {
    const { appends } = await smallEvidence();
    expect(appends.map((text) => linesOf(text).length)).toEqual([1, 3, 1, 2, 1]);
    const slow: string[] = [];
    const append = async (text: string) => {
      await new Promise((resolve) => setTimeout(resolve, slow.length === 1 ? 5 : 0));
      slow.push(text);
    };
    const writer = await EvidenceWriter.start(append, run);
    const carriers = [writer.carrier([answer("1")], carrier("1")), writer.carrier([answer("2")], carrier("2"))];
    await Promise.all([...carriers, writer.end()]);
    expect((await read(slow.join(""))).state).toBe("whole");
  });

  it("writes nothing after an append that failed: it would look altered", async () => {
    const appended: string[] = [];
    const append = async (text: string) => {
      if (appended.push(text) === 2) throw new Error("the disk is full");
    };
    const writer = await EvidenceWriter.start(append, run);
    for (const number of ["1", "2"]) {
      await expect(writer.carrier([answer(number)], carrier(number))).rejects.toThrow("the disk is full");
    }
    await expect(writer.end()).rejects.toThrow("the disk is full");
    expect(appended).toHaveLength(2);
  });
});

describe("read evidence", () => {
  it("gives back what was written, whatever the pieces", async () => {
    const { text, sha256 } = await smallEvidence();
    for (const length of [1, 7, 100, 65_536]) {
      const { carriers, ...rest } = await read(text, length);
      expect(rest).toMatchObject({ state: "whole", sha256 });
      expect(carriers.map(({ verdict, answers }) => [verdict.dot_number, verdict.verdict, answers.length])).toEqual([
        ["1", "fail", 2],
        ["2", "fail", 0],
        ["3", "review", 1],
      ]);
      expect(carriers[0]?.answers[0]).toMatchObject(answer("1"));
      expect(carriers[0]?.answers[1]?.body).toEqual(Buffer.from([0x7b, 0xff, 0x7d]));
      for (const { offset, bytes } of carriers) {
        const own = Buffer.concat(bytes).toString();
        expect(Buffer.from(text).toString("utf8", offset, offset + Buffer.byteLength(own))).toBe(own);
        expect(JSON.parse(linesOf(own).at(-1) as string).type).toBe("verdict");
      }
    }
  });

  it.each([1, 65_536])(
    "closes what it reads from when it is given up at the first carrier, in pieces of %i",
    async (length) => {
      const bytes = Buffer.from((await smallEvidence()).text);
      let isClosed = false;
      async function* pieces() {
        try {
          for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
        } finally {
          isClosed = true;
        }
      }
      const reader = await EvidenceReader.open("run.ndjson", pieces());
      for await (const { dotNumber } of reader.carriers()) {
        expect([dotNumber, isClosed]).toEqual(["1", false]);
        break;
      }
      expect(isClosed).toBe(true);
    },
  );

  it("reads a line that comes in many pieces", async () => {
    const body = JSON.stringify({ dot_number: "1", text: "x".repeat(5_000_000) });
    const { text } = await evidenceOf([[[answer("1", { body })], carrier("1")]]);
    expect((await read(text, 1_000)).carriers[0]?.answers[0]?.body).toBe(body);
  });

  it.each([
    ["", "empty: no carrier is in it"],
    ["1\n2\n", "not an evidence file"],
    ['{"type":"end"}\n', "not an evidence file"],
    ['{"type":"run","format":"usdot-evidence/2"}\n', 'its format is "usdot-evidence/2"'],
    ['{"type":"run","format":"usdot-evidence/1","tool":{"na', "cut off in its first line: no carrier is in it"],
    ['{"type":"run","format":"usdot-evidence/1"}\n', "altered: line 1: incomplete run line"],
    // A killed run writes no line feed after what it did not finish.
    ['{"type":"run","format":"usdot-evidence/1","tool":{"na\n', "altered: line 1: not a JSON object"],
    ['{"type":"run","format":"usdot-evidence/1","tool":{"na\r\n{}\n', "altered: line 1: not a JSON object"],
    ['{"type":"run","format":"usdot-evidence/1","tool":{"na\r{}\r', "altered: line 1: not a JSON object"],
    ["\n", "not an evidence file"],
  ])("refuses what is no evidence: %j", async (text, message) => {
    await expect(read(text)).rejects.toThrow(EvidenceError);
    await expect(read(text)).rejects.toThrow(message);
  });
});

describe("the first line", () => {
  it.each([
    ["tool", { name: "usdot" }],
    ["tool", null],
    ["as_of", "yesterday"],
    ["service", null],
    ["policy", { sha256: "", text: "" }],
    ["policy", { name: "", text: "" }],
    ["waivers", {}],
    ["lists", null],
    ["lists", [{ sha256: "", text: "" }]],
  ])("is refused with another %s: %j", async (key, value) => {
    const line = JSON.stringify({ type: "run", format: "usdot-evidence/1", ...run, [key]: value });
    await expect(read(`${line}\n`)).rejects.toThrow("altered: line 1: incomplete run line");
  });

  it("is altered if a file in it has no content", async () => {
    const line = JSON.stringify({
      type: "run",
      format: "usdot-evidence/1",
      ...run,
      lists: [{ path: "a", sha256: "" }],
    });
    expect((await read(`${line}\n`)).message).toContain('altered: line 1: the file "a" does not match its sha256');
  });

  it("may do without waivers and lists", async () => {
    const line = JSON.stringify({ type: "run", format: "usdot-evidence/1", ...run, waivers: null, lists: [] });
    expect(await read(`${line}\n`)).toMatchObject({ state: "cut off", sha256: null });
  });
});

describe("evidence that is cut off", () => {
  it("gives its whole carriers, wherever it was cut", async () => {
    const { text, appends } = await smallEvidence();
    const bytes = Buffer.from(text);
    const ends = appends.slice(1, 4).map((_, index) => Buffer.byteLength(appends.slice(0, index + 2).join("")));
    for (let length = Buffer.byteLength(appends[0] as string); length < bytes.length - 1; length++) {
      const { carriers, state, sha256 } = await read(bytes.subarray(0, length));
      equal(state, "cut off");
      equal(sha256, null);
      equal(carriers.length, ends.filter((end) => end <= length).length);
    }
    expect((await read(bytes.subarray(0, -1))).state).toBe("whole");
  });

  it("is still checked", async () => {
    const { text } = await smallEvidence();
    const lines = linesOf(text);
    const cut = (changed: string[]) => read(changed.slice(0, 7).join(""));
    const verdict = lines.with(3, (lines[3] as string).replace('"fail"', '"pass"'));
    expect((await cut(verdict)).message).toContain("altered: line 4: the sha256 in line 5");
    expect((await cut(verdict)).carriers).toHaveLength(1);
    expect((await cut(lines.toSpliced(4, 1))).state).toBe("altered");
  });
});

describe("evidence that was altered", () => {
  const message = async (text: string) => {
    const { message, carriers } = await read(text);
    return `${message?.replace("run.ndjson: ", "")}, after ${carriers.length}`;
  };
  const changed = async (line: number, from: string | RegExp, to: string) => {
    const lines = linesOf((await smallEvidence()).text);
    const before = lines[line - 1] as string;
    const after = before.replace(from, to);
    expect(after).not.toBe(before);
    return message(lines.with(line - 1, after).join(""));
  };

  it("names the line of a body, whichever byte was changed", async () => {
    expect(await changed(2, "ACM", "ACN")).toBe("altered: line 2: the body does not match its sha256, after 0");
    expect(await changed(3, "e/99", "e/98")).toBe("altered: line 3: the body does not match its sha256, after 0");
  });

  it("names the lines around a verdict, an answer's time, a place", async () => {
    expect(await changed(4, '"verdict":"fail"', '"verdict":"pass"')).toBe(
      "altered: line 4: the sha256 in line 5 does not match, after 1",
    );
    expect(await changed(6, "15:28:01", "15:29:01")).toBe(
      "altered: lines 5 to 6: the sha256 in line 7 does not match, after 2",
    );
    expect(await changed(7, '"line":7', '"line":8')).toBe(
      "altered: line 7: the sha256 in line 8 does not match, after 3",
    );
  });

  it("names the first line for the policy, the waivers and the lists", async () => {
    expect(await changed(1, "rules: {}", "rules: []")).toBe(
      "altered: line 1: the policy does not match its sha256, after 0",
    );
    expect(await changed(1, "waivers: []", "waivers: {}")).toContain("line 1: the waivers file does not match");
    expect(await changed(1, "2\\n3", "3\\n2")).toContain('line 1: the file "carriers.txt" does not match its sha256');
    expect(await changed(1, asTime("28"), asTime("29"))).toBe(
      "altered: lines 1 to 3: the sha256 in line 4 does not match, after 0",
    );
  });

  it("notices each line that is removed, repeated or swapped with the next", async () => {
    const lines = linesOf((await smallEvidence()).text);
    for (let at = 1; at < lines.length - 1; at++) {
      const swapped = lines.with(at, lines[at + 1] as string).with(at + 1, lines[at] as string);
      for (const changed of [lines.toSpliced(at, 1), lines.toSpliced(at, 0, lines[at] as string), swapped])
        expect(await message(changed.join(""))).toMatch(/^altered: lines? \d/);
    }
  });

  it("notices each byte that is changed", async () => {
    const bytes = Buffer.from((await smallEvidence()).text);
    const start = bytes.indexOf("\n") + 1;
    for (let at = start; at < bytes.length - 1; at++) {
      const altered = Buffer.from(bytes);
      altered[at] = (altered[at] as number) ^ 1;
      // The end's last byte can only be taken for a cut: nothing says that it was ever whole.
      notEqual((await read(altered)).state, "whole", `byte ${at}`);
    }
  });

  it("notices what stands after the end, and a line that is none", async () => {
    const { text } = await smallEvidence();
    expect(await message(`${text}${linesOf(text)[1]}`)).toBe("altered: line 9: follows the end line, after 3");
    expect(await message(`${text}x`)).toBe("altered: line 9: follows the end line, after 3");
    expect(await changed(2, /^\{/, "[")).toBe("altered: line 2: not a JSON object, after 0");
    expect(await changed(2, '"answer"', '"remark"')).toContain("line 2: not a line of evidence");
    expect(await changed(8, '"lines":7', '"lines":8')).toContain("line 8: counts 8 lines, but follows 7");
  });

  it("notices answers that are not in order, even where the hashes were made to match", async () => {
    const other = await evidenceOf([[[answer("1"), answer("2")], carrier("2")]]);
    expect(await message(other.text)).toContain("line 3: follows answers of USDOT 1, which has no verdict");
    const foreign = await evidenceOf([[[answer("1")], carrier("2")]]);
    expect(await message(foreign.text)).toContain("line 3: follows answers of USDOT 1, which has no verdict");
  });

  it.each([
    [2, '"status":200', '"status":"200"'],
    [2, '"record":"carrier"', '"record":"secret"'],
    [4, '"verdict":"fail"', '"verdict":"ok"'],
    [8, '"lines":7', '"lines":"7"'],
  ])("notices a line %i whose parts are wrong", async (line, from, to) => {
    expect(await changed(line, from, to)).toContain(`line ${line}: incomplete `);
  });
});

function asTime(minute: string): string {
  return `"as_of":"2026-11-21T15:${minute}`;
}

describe("the records of a carrier's answers", () => {
  const stateOf = (rest: Parameters<typeof answer>[1]) =>
    carrierRecords("1" as DotNumber, [answer("1", rest)]).records.carrier;

  it("are those that were answered, and those that are not there", () => {
    expect(stateOf({ body: '{"a":1}' })).toEqual({ state: "answered", value: { a: 1 }, text: '{"a":1}' });
    expect(stateOf({ body: Buffer.from('\ufeff{"a":1}') })).toEqual({
      state: "answered",
      value: { a: 1 },
      text: '{"a":1}',
    });
    expect(stateOf({ status: 404, body: "no" })).toEqual({ state: "none" });
  });

  it("are never empty records where there is no usable answer", () => {
    const error = { code: "unreachable", message: "nothing answers" };
    expect(stateOf({ status: null, body: null, error })).toEqual({ state: "unanswered", ...error });
    expect(stateOf({ error })).toEqual({ state: "unanswered", ...error });
    for (const body of ["", "[]", "null", "{", Buffer.from([0x7b, 0xff, 0x7d])]) {
      expect(stateOf({ body })).toMatchObject({ state: "unanswered", code: "unusable" });
    }
    expect(stateOf({ status: 500, body: "{}" })).toMatchObject({ state: "unanswered", code: "unusable" });
  });

  it("are cited by hash and time", () => {
    const cited = answer("1", { body: "{}", reused: true });
    const { asked_at } = cited;
    expect(citationOf(cited)).toEqual({ record: "carrier", asked_at, status: 200, sha256: digest("{}"), reused: true });
    expect(citationOf(answer("1", { body: null, status: null }))).toMatchObject({ sha256: null, reused: false });
  });
});
