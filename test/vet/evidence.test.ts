import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { DotNumber } from "../../src/dot-number.ts";
import { sha256 } from "../../src/files/sha256.ts";
import {
  createEvidence,
  type EvidenceRun,
  openEvidence,
} from "../../src/vet/evidence.ts";
import type { Answer, AnswerSource, Vetted } from "../../src/vet/model.ts";
import { temporaryDirectory } from "../support/resources.ts";

const run: EvidenceRun = {
  tool: { name: "usdot", version: "0.0.0-test" },
  as_of: "2026-11-21T12:00:00.000Z",
  policy: {
    name: "default",
    sha256: sha256("version: 1\n"),
    text: "version: 1\n",
  },
  service: "https://carriers.example.com",
  reference: "LOAD-4782",
  by: "J. Doe",
  waivers: null,
  lists: [
    { path: "carriers.txt", sha256: sha256("9000001\n"), text: "9000001\n" },
  ],
  shard: null,
  invalid: [
    {
      place: { source: "carriers.txt", line: 2 },
      text: "MC-1",
      invalid: "is a docket number, not a USDOT number",
    },
  ],
  compared: null,
  trend: [],
};

function source(body: string | Buffer, status = 200): AnswerSource {
  const stored =
    typeof body === "string"
      ? { body }
      : { body_base64: body.toString("base64") };
  return {
    url: "https://x/1",
    asked_at: "2026-11-21T12:00:01.000Z",
    status,
    sha256: sha256(body),
    ...stored,
  };
}

const answered = (text: string): Answer => ({
  state: "answered",
  value: JSON.parse(text),
  source: source(text),
});

/** A carrier with every kind of answer, and text that is made to confuse. */
function carrier(dotNumber: string): Vetted {
  const record = JSON.stringify({
    dot_number: dotNumber,
    legal_name: 'A "\u202e\u2028\n B \ud83d\ude9a',
    long: [1.5],
  });
  return {
    dossier: {
      dotNumber: dotNumber as DotNumber,
      place: { source: "carriers.txt", line: 1 },
      claims: { phone: ["(555) 555-0110"] },
      isMarkedOutOfService: true,
      answers: {
        carrier: answered(record),
        insurance: {
          state: "none",
          source: source(Buffer.from([0xff, 0x00, 0x22]), 404),
        },
        safety: {
          state: "unanswered",
          code: "unreachable",
          message: "HTTP 503",
          source: {
            url: "https://x/1/safety",
            asked_at: "2026-11-21T12:00:02.000Z",
            status: null,
            sha256: null,
          },
        },
      },
    },
    legalName: "A",
    verdict: "review",
    findings: [],
    profile: { name: "a", phone: null },
    baseline: { name: "a" },
    compared: { verdict: "pass", profile: { name: "b" } },
    changes: {
      before: "pass",
      now: "review",
      fields: [{ group: "identity", field: "name", was: "b", is: "a" }],
    },
  };
}

const gone = {
  dot_number: "9000009",
  legal_name: "GONE",
  verdict: "pass" as const,
  last_seen: run.as_of,
  newly_gone: true,
  baseline: {},
};

async function record(
  carriers: readonly Vetted[],
): Promise<{ text: string; hash: string }> {
  const cwd = temporaryDirectory();
  const writer = await createEvidence("run.ndjson", run, cwd);
  for (const each of carriers) await writer.carrier(each);
  await writer.gone(gone);
  const hash = await writer.end();
  return { text: readFileSync(join(cwd, "run.ndjson"), "utf8"), hash };
}

async function* chunks(
  text: string | Buffer,
  size = 7,
): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size)
    yield bytes.subarray(at, at + size);
}

async function read(text: string | Buffer, size?: number) {
  const evidence = await openEvidence("run.ndjson", chunks(text, size));
  const carriers = [];
  for await (const { vetted } of evidence?.carriers() ?? [])
    carriers.push(vetted);
  return { evidence, carriers };
}

describe("evidence", () => {
  it("reads back what was written, in pieces of any size", async () => {
    const { text, hash } = await record([
      carrier("9000001"),
      carrier("9000002"),
    ]);
    for (const size of [1, 64, 1 << 20]) {
      const { evidence, carriers } = await read(text, size);
      expect(evidence?.run).toEqual(run);
      expect(carriers).toEqual([carrier("9000001"), carrier("9000002")]);
      expect(evidence?.gone).toEqual([{ type: "gone", ...gone }]);
      expect(evidence).toMatchObject({ sha256: hash, isWhole: true });
    }
  });

  it("shows no character that would alter a terminal", async () => {
    const { text } = await record([carrier("9000001")]);
    for (const character of ["\u202e", "\u2028", "\u001b"])
      expect(text).not.toContain(character);
  });

  it("gives the whole carriers wherever it is cut off", async () => {
    const { text, hash } = await record([
      carrier("9000001"),
      carrier("9000002"),
    ]);
    const bytes = Buffer.from(text);
    const feeds = [...bytes.entries()]
      .filter(([, byte]) => byte === 10)
      .map(([at]) => at);
    const cuts = Array.from({ length: 200 }, (_, at) =>
      Math.floor((at * bytes.length) / 200),
    );
    for (const cut of [...cuts, ...feeds, ...feeds.map((at) => at + 1)]) {
      const { evidence, carriers } = await read(bytes.subarray(0, cut), 4_096);
      const whole = feeds.filter((feed) => feed < cut).length;
      expect(evidence === undefined).toBe(whole === 0);
      expect(carriers).toHaveLength(Math.min(2, Math.max(0, whole - 1)));
      expect(evidence?.isWhole ?? false).toBe(cut === bytes.length);
      if (evidence?.isWhole) expect(evidence.sha256).toBe(hash);
    }
  });

  it.each<[string, (text: string) => string, string]>([
    [
      "a body",
      (text) => text.replace("(555)", "(556)").replace("long", "lung"),
      "line 2: the carrier body of USDOT 9000001 does not match its hash",
    ],
    [
      "a verdict",
      (text) => text.replace('"verdict":"review"', '"verdict":"pass"'),
      "the end hash is not that",
    ],
    [
      "the policy",
      (text) => text.replace("version: 1", "version: 2"),
      "the end hash is not that",
    ],
    [
      "a carrier taken out",
      (text) => text.split("\n").toSpliced(1, 1).join("\n"),
      "the end hash is not that",
    ],
    [
      "a line that is not JSON",
      (text) => text.replace('{"type":"carrier"', '{"type":carrier"'),
      "line 2: it is not a line of evidence",
    ],
    [
      "a line of another kind",
      (text) => text.replace('{"type":"carrier"', '{"type":"note"'),
      "line 2: it is not a line of evidence",
    ],
    [
      "a carrier without a number",
      (text) => text.replace('"dot_number":"9000001"', '"dot_number":"x"'),
      "line 2: the carrier body of USDOT x is not about that carrier",
    ],
    [
      "a carrier without answers",
      (text) => text.replace('"answers":[', '"answer":['),
      "line 2: it is not a line of evidence",
    ],
    [
      "lines behind the end",
      (text) => `${text}{"type":"gone"}\n`,
      "it stands behind the end",
    ],
  ])("refuses %s that was altered", async (_, alter, message) => {
    const { text } = await record([carrier("9000001")]);
    expect(alter(text)).not.toBe(text);
    await expect(read(alter(text))).rejects.toMatchObject({
      kind: "usage",
      message: expect.stringContaining(message),
    });
  });

  it("refuses a body that is about another carrier, although its hash fits", async () => {
    const vetted = carrier("9000001");
    const other = {
      ...vetted.dossier.answers,
      carrier: answered('{"dot_number":"9000002"}'),
    };
    const { text } = await record([
      { ...vetted, dossier: { ...vetted.dossier, answers: other } },
    ]);
    await expect(read(text)).rejects.toThrow(
      "the carrier body of USDOT 9000001 is not about that carrier",
    );
  });

  it.each([
    ["9000001\n", "is not evidence of usdot vet"],
    ["{}\n", "is not evidence of usdot vet"],
    [
      '{"type":"run","format":"usdot-evidence/1"}\n',
      "is evidence of version 1, which usdot 0.2 reads",
    ],
    [
      '{"type":"run","format":"usdot-evidence/3"}\n',
      "is evidence of version 3",
    ],
  ])("refuses %j", async (text, message) => {
    await expect(read(text)).rejects.toMatchObject({
      kind: "usage",
      message: expect.stringContaining(message),
    });
  });
});
