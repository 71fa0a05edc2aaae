import { appendFileSync, createReadStream, truncateSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { EvidenceError } from "../../../src/vet/evidence/format.ts";
import { EvidenceIndex } from "../../../src/vet/evidence/index.ts";
import { carrier, found } from "../../support/vetted.ts";
import { answer, evidenceOf, fileWith, smallEvidence } from "./evidence-file.ts";

/** By another version of usdot, which does not judge again what this one recorded. */
const openIndex = (path: string) => EvidenceIndex.open(path, createReadStream(path), "another");
const hour = 3_600_000;
const now = Date.parse("2026-11-22T12:00:00Z");
const day = [now, 24 * hour] as const;
const hoursAgo = (hours: number) => new Date(now - hours * hour).toISOString();

/** What is taken of one answer. */
async function taken(rest: Parameters<typeof answer>[1]) {
  const { text } = await evidenceOf([[[answer("1", rest)], carrier("1")]]);
  const index = await openIndex(fileWith(text));
  const found = index.reusable("1", "carrier", ...day);
  return found;
}

describe("answers to reuse", () => {
  it("are those younger than the age allowed, to the millisecond", async () => {
    expect(await taken({ asked_at: hoursAgo(0) })).toBeDefined();
    expect(await taken({ asked_at: new Date(now - 24 * hour + 1).toISOString() })).toBeDefined();
    expect(await taken({ asked_at: hoursAgo(24) })).toBeUndefined();
    expect(await taken({ asked_at: new Date(now + 1).toISOString() })).toBeUndefined();
    await expect(taken({ asked_at: "yesterday" })).rejects.toThrow("incomplete answer line");
  });

  it("are a 200 or a 404, and nothing that failed", async () => {
    const asked_at = hoursAgo(1);
    expect(await taken({ asked_at, status: 404, body: "{}" })).toMatchObject({ status: 404, body: "{}", reused: true });
    expect(await taken({ asked_at, status: 500 })).toBeUndefined();
    expect(await taken({ asked_at, error: { code: "unusable", message: "about another carrier" } })).toBeUndefined();
    const error = { code: "unreachable", message: "nothing answers" };
    expect(await taken({ asked_at, status: null, body: null, error })).toBeUndefined();
  });

  it("keep their time and their hash", async () => {
    const given = answer("1", { asked_at: hoursAgo(5) });
    expect(await taken({ asked_at: hoursAgo(5) })).toMatchObject({ ...given, reused: true });
  });

  it("are found by number and record", async () => {
    const asked_at = hoursAgo(1);
    const answers = (["carrier", "insurance"] as const).map((record) => answer("2", { record, asked_at }));
    const { text } = await evidenceOf([
      [[answer("1", { asked_at })], carrier("1")],
      [answers, carrier("2")],
    ]);
    const index = await openIndex(fileWith(text));
    expect(index.entries.size).toBe(2);
    expect(index.reader.run.service).toBe("https://carriers.example/api");
    expect(index.reusable("2", "insurance", ...day)).toMatchObject(answers[1] as object);
    expect(index.reusable("2", "safety", ...day)).toBeUndefined();
    expect(index.reusable("3", "carrier", ...day)).toBeUndefined();
    expect(index.reusable("1", "carrier", ...day)).toMatchObject({ dot_number: "1" });
  });

  it("are also taken from a file that was cut off", async () => {
    const { text, appends } = await smallEvidence();
    const whole = appends.slice(0, 3).join("");
    const path = fileWith(`${whole}${text.slice(whole.length, whole.length + 30)}`);
    const index = await openIndex(path);
    expect(index.reader.sha256).toBeNull();
    expect(index.reusable("1", "carrier", ...day)).toMatchObject({ dot_number: "1" });
    expect(index.reusable("3", "carrier", ...day)).toBeUndefined();
  });
});

describe("an earlier run", () => {
  it("gives a carrier's records and verdict", async () => {
    const body = '{"dot_number":1,"legal_name":"OLD NAME"}';
    const { text } = await evidenceOf([
      [[answer("1", { body })], carrier("1", { verdict: "review", findings: [found("1", { outcome: "unknown" })] })],
    ]);
    const index = await openIndex(fileWith(text));
    const earlier = index.carrier("1");
    expect(earlier?.verdict.verdict).toBe("review");
    expect(earlier?.records.records).toEqual({
      carrier: { state: "answered", value: { dot_number: 1, legal_name: "OLD NAME" }, text: body },
    });
    expect(index.carrier("2")).toBeUndefined();
  });
});

describe("a file that cannot be used", () => {
  it("is refused where it was altered", async () => {
    const { text } = await smallEvidence();
    const path = fileWith(text.replace("ACM", "ACN"));
    await expect(openIndex(path)).rejects.toThrow(EvidenceError);
    await expect(openIndex(path)).rejects.toThrow("altered: line 2: the body does not match its sha256");
  });

  it("is refused where it is altered later", async () => {
    const { text } = await smallEvidence();
    const path = fileWith(text);
    const index = await openIndex(path);
    truncateSync(path, 100);
    appendFileSync(path, "x".repeat(text.length));
    expect(() => index.carrier("1")).toThrow("altered since it was checked");
  });
});
