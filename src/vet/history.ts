/**
 * A directory with the evidence of one run after another (`--history`): what a run is compared with, so that a change is reported until
 * the carrier passes again.
 *
 * An index tells where each carrier last passed, so that a year of runs need not be read each morning. It is derived from the files, and
 * the run after those in it records its hash: an index that is not the one recorded is made anew. So it is as hard to alter as the runs.
 */
import { lstat, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { DotNumber } from "../dot-number.ts";
import { cannotRead, writing } from "../file-error.ts";
import { createDirectory, type FileLock, type LockHost, lockFile, notOurs, replaceFile } from "../file-lock.ts";
import { readJsonObject } from "../text/json-text.ts";
import type { Earlier } from "./changes.ts";
import {
  AlteredEvidenceError,
  EmptyEvidenceError,
  EvidenceError,
  type EvidenceRun,
  sha256,
} from "./evidence/format.ts";
import { carrierAt, goneOf, invalidLines, positionOf, readSlice } from "./evidence/index.ts";
import { readLine } from "./evidence/lines.ts";
import { type EvidenceCarrier, EvidenceReader } from "./evidence/reader.ts";
import { judgingAgain } from "./evidence/verdicts.ts";
import { dayOf } from "./judge.ts";
import type { Counts, RecordState, RunFooter, Verdict } from "./model.ts";

/** What a history needs of its surroundings. */
export interface HistoryHost extends LockHost {
  /** Of usdot. */
  version: string;
  /** When the run that opens it starts, in milliseconds since 1970. */
  now: number;
  /** All bytes of a file. */
  bytes(path: string): AsyncIterable<Uint8Array>;
  warn(text: string): void;
}

/** A whole run: its size in bytes, and its hash as in its end line. */
type IndexedRun = RunFooter["runs"][number] & { name: string; size: number; sha256: string };

/** What is known of a carrier: where its lines are in the run in which it last passed, or in the last one that has the record. */
interface Known {
  records: Record<string, ReturnType<typeof positionOf> & { run: number; passed: boolean }>;
  /** The last run that lists it, and what it says. */
  seen: number;
  verdict: Verdict;
  legalName: string | null;
}

interface Index {
  service: string;
  runs: IndexedRun[];
  carriers: Map<string, Known>;
  /** The lines of the last run's list that are not USDOT numbers. */
  invalid: string[];
}

/** The index as JSON. */
type IndexContent = Omit<Index, "carriers"> & { carriers: [string, Known][] };

/** Begins the index. */
const indexFormat = "usdot-history/3";
const indexName = ".usdot-index";
/** A summary is a part of the carrier record: the later one of the two is compared with. */
const partOf = (record: string) => (record === "summary" ? "carrier" : record);
/** Names sort by time; runs of one second by their number. */
const runName = /^\d{4}-\d\d-\d\dT\d{6}Z(_\d\d)?\.ndjson$/;
/** Runs that a report shows as a chart, with the one that it reports. */
const maxShown = 30;
/** More bytes than an end line has. */
const maxEnd = 256;

/** A directory of runs, held by this run until it is closed. */
export class History {
  readonly #dir: string;
  readonly #host: HistoryHost;
  readonly #lock: FileLock;
  #index: Index;
  /** Carriers of the last run that are not asked for yet. */
  #unseen = new Map<string, Known>();
  #names: readonly string[] = [];
  /**
   * What follows the last whole run: one that was cut off, which `--reuse` continues; a part of a list, which may have had carriers that
   * no whole run has.
   */
  after: { interrupted?: string; shard?: string } = {};

  private constructor(dir: string, service: string, host: HistoryHost, lock: FileLock) {
    this.#dir = dir;
    this.#host = host;
    this.#lock = lock;
    this.#index = emptyIndex(service);
  }

  /**
   * Opens a directory, which is created if there is none, and reads the runs in it that the index does not know.
   * @param service the base URL that this run asks; runs that asked another one are left alone
   * @throws {FileError} if it cannot be read or written, or another run uses it
   * @throws {EvidenceError} if a run in it was altered
   */
  static async open(dir: string, service: string, host: HistoryHost): Promise<History> {
    const lock = await writing(dir, async () => {
      await createDirectory(dir);
      return lockFile(join(dir, ".usdot-lock"), dir, host);
    });
    const history = new History(dir, service, host, lock);
    try {
      await history.#update();
      return history;
    } catch (error) {
      history.close();
      throw error;
    }
  }

  /** What the first line of the evidence says about the runs that are compared with: their hashes, and that of the index. */
  get recorded(): Partial<EvidenceRun> {
    const { runs, carriers } = this.#index;
    const used = new Set([runs.length - 1]);
    for (const { records } of carriers.values()) for (const { run } of Object.values(records)) used.add(run);
    const history = runs.filter((_, at) => used.has(at)).map((run) => run.sha256);
    return { history, history_index: sha256(this.#indexText()) };
  }

  /** Where the run that opened it is recorded. */
  get path(): string {
    const time = timeName(this.#host.now);
    const count = this.#names.filter((name) => name.startsWith(time)).length;
    const suffix = count === 0 ? "" : `_${String(count + 1).padStart(2, "0")}`;
    return join(this.#dir, `${time}${suffix}.ndjson`);
  }

  /**
   * What the runs say about a carrier; undefined if there are none. Verdicts are those of the last run; each record is compared with the
   * last run in which the carrier passed, or else the last that has it, so that nothing is forgotten before somebody has accepted it.
   * @throws what `carrierAt` throws
   */
  earlier(dotNumber: DotNumber): Earlier | undefined {
    this.#unseen.delete(dotNumber);
    const { runs, carriers } = this.#index;
    const known = carriers.get(dotNumber);
    if (known === undefined && this.after.shard !== undefined) return { verdict: null, before: "shard" };
    if (known === undefined) return runs.length === 0 ? undefined : { verdict: null, before: undefined };
    const day = dayOf(runs[known.records["insurance"]?.run ?? known.seen]?.as_of ?? "");
    const before: Record<string, RecordState> = {};
    for (const [part, { run, ...place }] of Object.entries(known.records)) {
      const { records } = carrierAt(join(this.#dir, runs[run]?.name ?? ""), place).records;
      for (const [name, record] of Object.entries(records)) if (partOf(name) === part) before[name] = record;
    }
    return { verdict: known.seen === runs.length - 1 ? known.verdict : null, before: { records: before, day } };
  }

  /** The carriers of the last run that were not asked for, its invalid lines, and the last runs. */
  footer(): Pick<RunFooter, "gone" | "refused_before" | "runs"> {
    const runs = this.#index.runs.slice(1 - maxShown).map(({ as_of, counts }) => ({ as_of, counts }));
    return { gone: goneOf(this.#unseen), refused_before: new Set(this.#index.invalid), runs };
  }

  /** Keeps the index, once the run that recorded its hash is whole: one that is killed leaves the former index. It can be done without. */
  async writeIndex(): Promise<void> {
    const replaced = writing(this.#dir, () => replaceFile(join(this.#dir, indexName), this.#indexText()));
    await replaced.catch((error: Error) => this.#host.warn(`${error.message}; the next run reads more of the runs`));
  }

  close(): void {
    this.#lock.release();
  }

  /** Reads what the index does not know. */
  async #update(): Promise<void> {
    this.#names = await this.#readNames();
    this.#index = (await this.#readIndex()) ?? this.#index;
    for (const run of this.#index.runs) await this.#check(run);
    if (!(await this.#follow())) {
      this.#host.warn(`the runs in ${this.#dir} are not those of its index: all are read anew`);
      this.#index = emptyIndex(this.#index.service);
      await this.#follow();
    }
    const { runs, carriers } = this.#index;
    for (const [number, carrier] of carriers) {
      if (carrier.seen === runs.length - 1) this.#unseen.set(number, carrier);
    }
  }

  /** A run that was whole, and is so no more, was altered: left out, what it says would be forgotten. */
  async #check({ name, size, sha256 }: Index["runs"][number]): Promise<void> {
    const path = join(this.#dir, name);
    if (!this.#names.includes(name)) return this.#host.warn(`${path} is gone: it is no longer compared with`);
    const end = await endOf(path);
    if (end.size === size && end.sha256 === sha256) return;
    throw new AlteredEvidenceError(`${path}: altered: it does not end as it did`, {
      hint: `put it back, or delete ${join(this.#dir, indexName)} to do without it`,
    });
  }

  /** Goes through all runs, and reads those after the last one of the index. Returns whether the others are those of the index. */
  async #follow(): Promise<boolean> {
    const { runs } = this.#index;
    let at = 0;
    for (const name of this.#names) {
      const known = runs[at];
      if (known?.name === name) {
        at += 1;
        this.after = {};
        continue;
      }
      const reader = await this.#open(name);
      if (reader === undefined) continue;
      this.after = {};
      if (known) {
        // A whole run before one that is known: it came, or was completed, later.
        await reader.close();
        return false;
      }
      await this.#add(name, reader);
      at += 1;
    }
    return at === runs.length;
  }

  /** The names of the runs, sorted by time. */
  async #readNames(): Promise<string[]> {
    const entries = await readdir(this.#dir, { withFileTypes: true }).catch((error) => {
      throw cannotRead(this.#dir, error);
    });
    const names: string[] = [];
    for (const entry of entries) {
      if (entry.isFile() && runName.test(entry.name)) names.push(entry.name);
      else if (!entry.isDirectory() && !entry.name.startsWith("."))
        this.#host.warn(`${join(this.#dir, entry.name)} is not a run of this history: it is left alone`);
    }
    const now = timeName(this.#host.now);
    return names.sort().filter((name) => {
      const isPast = name.slice(0, now.length) <= now;
      if (!isPast) this.#host.warn(`${join(this.#dir, name)} is dated in the future: it is left alone`);
      return isPast;
    });
  }

  /**
   * The index, if there is one of this service whose hash is recorded.
   * @throws {UsageError} if what has its name is no file
   */
  async #readIndex(): Promise<Index | undefined> {
    const path = join(this.#dir, indexName);
    const found = await lstat(path).catch(() => undefined);
    if (found === undefined) return undefined;
    if (!found.isFile()) throw notOurs(path);
    const text = readSlice(path, 0, found.size).toString();
    const content = (readJsonObject(text.slice(indexFormat.length)) ?? {}) as IndexContent;
    const { service = this.#index.service, runs } = content;
    if (service !== this.#index.service) return undefined;
    const last = Array.isArray(runs) ? runs.at(-1)?.name : undefined;
    // The hash that a run recorded is that of what a run of this format wrote: nothing else about it needs checking.
    if (text.startsWith(indexFormat) && (await this.#recordedAfter(last ?? "")) === sha256(text))
      return { ...content, carriers: new Map(content.carriers) };
    this.#host.warn(`no run recorded the index ${path}: all runs are read anew`);
    return undefined;
  }

  /** The hash of the index that the first whole run after another one recorded. */
  async #recordedAfter(last: string): Promise<string | undefined> {
    for (const name of this.#names.filter((name) => name > last)) {
      const reader = await this.#open(name);
      if (reader === undefined) continue;
      await reader.close();
      return reader.run.history_index;
    }
    return undefined;
  }

  #indexText(): string {
    return `${indexFormat}\n${JSON.stringify({ ...this.#index, carriers: [...this.#index.carriers] })}`;
  }

  /** Reads a whole run to its end. */
  async #add(name: string, reader: EvidenceReader): Promise<void> {
    const { runs, carriers } = this.#index;
    const { size } = await endOf(reader.name);
    const judge = judgingAgain(reader, this.#host.version);
    const counts: Counts = { carriers: 0, pass: 0, review: 0, fail: 0 };
    for await (const carrier of reader.carriers()) {
      const verdict = judge(carrier);
      counts.carriers += 1;
      counts[verdict] += 1;
      carriers.set(carrier.dotNumber, this.#latest(carrier, verdict));
    }
    runs.push({ name, size, sha256: reader.id, as_of: reader.run.as_of, counts });
    this.#index.invalid = [...invalidLines(reader.invalid)];
  }

  /** What is known of a carrier after one more run. */
  #latest(carrier: EvidenceCarrier, verdict: Verdict): Known {
    const run = this.#index.runs.length;
    const records = { ...this.#index.carriers.get(carrier.dotNumber)?.records };
    // What was recorded as no pass was never accepted, whatever this version makes of it.
    const passed = verdict === "pass" && carrier.verdict.verdict === "pass";
    const latest = { ...positionOf(carrier), run, passed };
    for (const [name, { state }] of Object.entries(carrier.records.records)) {
      const part = partOf(name);
      if (state === "answered" && (passed || !records[part]?.passed)) records[part] = latest;
    }
    return { records, seen: run, verdict, legalName: carrier.verdict.legal_name };
  }

  /** A whole run; undefined for one that was cut off, for a part of one, and for what is none of this history. */
  async #open(name: string): Promise<EvidenceReader | undefined> {
    const path = join(this.#dir, name);
    let reader: EvidenceReader;
    try {
      reader = await EvidenceReader.open(path, this.#host.bytes(path));
    } catch (error) {
      if (error instanceof EmptyEvidenceError) this.after.interrupted = path;
      else if (!(error instanceof EvidenceError) || error instanceof AlteredEvidenceError) throw error;
      else this.#host.warn(`${error.message}: it is left alone`);
      return undefined;
    }
    const { service, shard } = reader.run;
    if (service !== this.#index.service)
      this.#host.warn(`${path} is a run of another service, ${service}: it is left alone`);
    else if (shard) {
      this.#host.warn(`${path} is of part ${shard} of its list, and no whole run: it is left alone`);
      this.after.shard = path;
    } else if ((await endOf(path)).sha256 !== null) return reader;
    else {
      // One that was altered is no killed run's: its reading says so.
      for await (const _ of reader.carriers());
      this.after.interrupted = path;
    }
    await reader.close();
    return undefined;
  }
}

/** The moment in the name of a run that starts then. */
function timeName(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19).replaceAll(":", "")}Z`;
}

function emptyIndex(service: string): Index {
  return { service, runs: [], carriers: new Map(), invalid: [] };
}

/** The size of a file, and the hash in its end line; null without one. */
async function endOf(path: string): Promise<{ size: number; sha256: string | null }> {
  const { size } = await stat(path);
  const length = Math.min(size, maxEnd);
  const text = readSlice(path, size - length, length).toString();
  const line = readLine(text.slice(text.trimEnd().lastIndexOf("\n") + 1));
  return { size, sha256: line.type === "end" ? line.sha256 : null };
}
