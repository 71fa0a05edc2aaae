import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Answer, Source } from "../../src/answer.ts";
import type { DotNumber } from "../../src/dot-number.ts";
import { sha256 } from "../../src/files/sha256.ts";
import { openEvidence } from "../../src/vet/evidence/evidence.ts";
import {
  type EvidenceRun,
  LatestBulks,
} from "../../src/vet/evidence/format.ts";
import { createEvidence } from "../../src/vet/evidence/writer.ts";
import type { Vetted } from "../../src/vet/model.ts";
import { dossierOf, none, unanswered } from "../support/fixtures.ts";
import { temporaryDirectory } from "../support/resources.ts";

const run: EvidenceRun = {
  tool: { name: "usdot", version: "0.0.0-test" },
  as_of: "2026-11-21T12:00:00.000-08:00",
  policy: {
    name: "default",
    sha256: sha256("version: 1\n"),
    text: "version: 1\n",
  },
  service: "https://carriers.example.com",
  reference: "LOAD-4782",
  by: "J. Doe",
  waivers: null,
  exceptions: [],
  lists: [{ path: "a.txt", sha256: sha256("9000001\n"), text: "9000001\n" }],
  shard: null,
  invalid: [
    { place: { source: "a.txt", line: 2 }, text: "MC-1", invalid: "is odd" },
  ],
  compared: null,
};

const sourceOf = (body: string | Buffer, status = 200): Source => ({
  url: "https://x/1",
  askedAt: "2026-11-21T19:00:00.000Z",
  status,
  headers: { date: "Sat, 21 Nov 2026 20:00:01 GMT" },
  body: Buffer.from(body),
});

const answered = (source: Source, record: object): Answer => ({
  state: "answered",
  record: record as Record<string, unknown>,
  issues: [],
  source,
});

/** A carrier with every kind of answer, and text that is made to confuse. */
function carrier(number: string, summary?: Answer): Vetted {
  const name = 'A "\u202e\u2028\n B \ud83d\ude9a';
  const record = { dot_number: number, legal_name: name };
  const notFound = sourceOf(Buffer.from([0xff, 0x00, 0x22]), 404);
  const answers = {
    carrier: answered(sourceOf(JSON.stringify(record)), record),
    insurance: { ...none, source: notFound },
    safety: unanswered(),
  };
  return {
    dossier: dossierOf(summary ? { summary } : answers, {
      dotNumber: number as DotNumber,
      claims: [{ phone: "(555) 555-0110" }],
      isMarkedOutOfService: true,
    }),
    legalName: "A",
    verdict: "review",
    findings: [],
    notes: ["no cargo insurance on file"],
    profile: { name: "a", phone: null },
    baseline: { name: "a" },
    before: { kind: "known", verdict: "pass", profile: { name: "b" } },
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

async function record(carriers: readonly Vetted[]) {
  const path = join(temporaryDirectory(), "run.ndjson");
  const writer = await createEvidence({ path, isDirectory: false }, run);
  for (const each of carriers) await writer.carrier(each);
  await writer.gone(gone);
  const hash = await writer.end(["a note"]);
  return { text: readFileSync(path, "utf8"), hash };
}

async function* pieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size)
    yield bytes.subarray(at, at + size);
}

async function read(text: string | Buffer, size = 4_096) {
  const evidence = await openEvidence(
    "run.ndjson",
    pieces(Buffer.from(text), size),
  );
  const carriers: Vetted[] = [];
  for await (const vetted of evidence?.carriers() ?? []) carriers.push(vetted);
  return { evidence, carriers };
}

const two = [carrier("9000001"), carrier("9000002")];

describe("evidence", () => {
  it("reads back what was written, in pieces of any size", async () => {
    const { text, hash } = await record(two);
    for (const size of [1, 64, 1 << 20]) {
      const { evidence, carriers } = await read(text, size);
      expect(evidence?.run).toEqual(run);
      expect(carriers).toMatchObject(
        two.map((each) => ({
          ...each,
          dossier: { ...each.dossier, answers: expect.any(Object) },
        })),
      );
      const { answers } = carriers[0]?.dossier ?? {};
      expect(answers).toMatchObject({
        carrier: two[0]?.dossier.answers.carrier,
        insurance: { state: "none", source: { status: 404 } },
        safety: { state: "unanswered", error: { kind: "unreachable" } },
      });
      // The run began after it was asked for.
      expect(answers?.carrier?.reused).toBe(true);
      expect(answers?.safety?.reused).toBeUndefined();
      expect(evidence).toMatchObject({
        gone: [gone],
        sha256: hash,
        isWhole: true,
      });
    }
    for (const character of ["\u202e", "\u2028", "\u001b"])
      expect(text).not.toContain(character);
    expect(JSON.parse(text.split("\n").at(-2) ?? "")).toMatchObject({
      type: "end",
      carriers: 2,
      notes: ["a note"],
      sha256: hash,
    });
  });

  it("has a bulk answer once, before the carriers that cite it", async () => {
    const elements = ["1", "2"].map((dot_number) => ({ dot_number }));
    const source = sourceOf(JSON.stringify(elements));
    const { text } = await record(
      elements.map((element) =>
        carrier(element.dot_number, answered(source, element)),
      ),
    );
    const lines = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const types = lines.map(({ type }) => type);
    expect(types).toEqual(["run", "bulk", "carrier", "carrier", "gone", "end"]);
    expect(lines[1]).toMatchObject({
      body: JSON.stringify(elements),
      sha256: lines[2]?.answers[0].bulk,
    });
    const { carriers } = await read(text);
    expect(
      carriers.map(({ dossier }) => dossier.answers.summary),
    ).toMatchObject(
      elements.map((element) => ({ state: "answered", record: element })),
    );
    const altered = text.split("\n").toSpliced(1, 1).join("\n");
    await expect(read(altered)).rejects.toThrow("is not on a line before");
  });

  it("keeps the latest bulk answers, up to 64 MiB", () => {
    const bulks = new LatestBulks<true>();
    const kept = (...added: readonly [string, number][]) => {
      for (const [hash, mebibytes] of added)
        bulks.add(hash, true, mebibytes * 2 ** 20);
      return ["a", "b", "c", "d"].filter((hash) => bulks.get(hash)).join("");
    };
    expect(kept(["a", 32], ["b", 32])).toBe("ab");
    expect(kept(["c", 1])).toBe("bc");
    expect(kept(["a", 31])).toBe("abc");
    expect(kept(["d", 99])).toBe("d");
    expect(kept(["a", 1])).toBe("a");
  });
});
