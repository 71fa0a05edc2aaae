import {
  appendFileSync,
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FileError, InterruptedError, UsageError } from "../../src/errors.ts";
import { cannotWrite } from "../../src/file-error.ts";
import { renamed } from "../../src/output/file-sink.ts";
import { openReplacing } from "../../src/output/output-file.ts";
import { type RunInfo, sidecarsOf } from "../../src/output/run-info.ts";
import { entry, lockHost } from "../support/lock-host.ts";
import { newFifo, temporaryDirectory } from "../support/resources.ts";

const piece = "x".repeat(64 * 1024);
const run: RunInfo = { record: "bulk", format: "ndjson", csvRaw: false, service: "sample" };
const opened = (path: string) => openReplacing(path, path, lockHost(), run);

async function replaced(path: string, text: string): Promise<void> {
  const sink = await opened(path);
  await sink.write(text);
  await sink.finish();
}

function oldFile(): { directory: string; path: string } {
  const directory = temporaryDirectory();
  const path = join(directory, "out");
  writeFileSync(path, "old");
  return { directory, path };
}

describe("a file that is replaced", () => {
  it("has its new content in one step, when everything is written", async () => {
    const { directory, path } = oldFile();
    const sink = await opened(path);
    await sink.write(piece);
    expect(readFileSync(path, "utf8")).toBe("old");
    await sink.finish();
    expect(readFileSync(path, "utf8")).toBe(piece);
    expect(readdirSync(directory)).toEqual(["out"]);
  });

  it("is intact when the run ends early, and what was written is kept beside it", async () => {
    const { directory, path } = oldFile();
    const sink = await opened(path);
    await sink.write(piece);
    await sink.abandon();
    await sink.abandon();
    expect(sink.left).toBe(sidecarsOf(path).partial);
    expect(readFileSync(path, "utf8")).toBe("old");
    expect(readFileSync(sidecarsOf(path).partial, "utf8")).toBe(piece);
    expect(readdirSync(directory)).toEqual(["out", "out.partial", "out.usdot-run"]);
  });

  it("leaves nothing beside it when the run ends before anything was written", async () => {
    const { directory, path } = oldFile();
    const sink = await opened(path);
    await sink.abandon();
    expect(sink.left).toBeUndefined();
    expect(readdirSync(directory)).toEqual(["out"]);
  });

  it("takes the place of what an earlier run left, so there is never more than one partial file", async () => {
    const { directory, path } = oldFile();
    for (const text of ["first\n", "second\n"]) {
      const sink = await opened(path);
      await sink.write(text);
      await sink.abandon();
    }
    expect(readFileSync(sidecarsOf(path).partial, "utf8")).toBe("second\n");
    await replaced(path, "third\n");
    expect(readdirSync(directory)).toEqual(["out"]);
  });

  it("does not touch a partial file that is not ours", async () => {
    const { directory, path } = oldFile();
    const partial = join(directory, "out.partial");
    writeFileSync(partial, "mine");
    await expect(opened(path)).rejects.toBeInstanceOf(UsageError);
    await expect(opened(path)).rejects.toThrow(`${partial} already exists and was not created by usdot`);
    rmSync(partial);
    mkdirSync(partial);
    await expect(opened(path)).rejects.toBeInstanceOf(UsageError);
    expect(readdirSync(directory)).toEqual(["out", "out.partial"]);
  });

  it("does not touch a file of somebody else's that has the name of its lock, and waits for no lock after a signal", async () => {
    const { directory, path } = oldFile();
    const { run: log } = sidecarsOf(path);
    writeFileSync(log, "mine");
    await expect(opened(path)).rejects.toMatchObject({
      name: "UsageError",
      message: `${log} already exists and was not created by usdot`,
    });
    expect([readFileSync(log, "utf8"), readdirSync(directory)]).toEqual(["mine", ["out", "out.usdot-run"]]);
    writeFileSync(log, entry({ claim: { id: "theirs", pid: 1, host: "here" }, after: "" }));
    const host = lockHost({ signal: AbortSignal.abort(new InterruptedError("SIGINT")) });
    await expect(openReplacing(path, path, host)).rejects.toBeInstanceOf(InterruptedError);
  });

  it("is written by one run at a time", async () => {
    const { path } = oldFile();
    const first = await opened(path);
    await expect(opened(path)).rejects.toThrow(/^another usdot \(process 4000000 on .*\) is writing /);
    await first.finish();
    await replaced(path, "new");
  });

  it("keeps its mode", async () => {
    const { path } = oldFile();
    chmodSync(path, 0o640);
    await replaced(path, "new");
    expect(statSync(path).mode & 0o777).toBe(0o640);
  });

  it("behind a symbolic link is replaced, and the link stays", async () => {
    const directory = temporaryDirectory();
    const [path, target] = [join(directory, "link"), join(directory, "target")];
    symlinkSync("target", path);
    for (const text of ["created", "replaced"]) {
      await replaced(path, text);
      expect(lstatSync(path).isSymbolicLink()).toBe(true);
      expect(readFileSync(target, "utf8")).toBe(text);
    }
    expect(readdirSync(directory)).toEqual(["link", "target"]);
  });

  it("may be a device", async () => {
    await replaced("/dev/null", "gone");
    expect(lstatSync("/dev/null").isCharacterDevice()).toBe(true);
    expect(existsSync("/dev/null.usdot-lock")).toBe(false);
  });

  it("cannot be a directory, nor in one that does not exist", async () => {
    const directory = temporaryDirectory();
    await expect(opened(directory)).rejects.toMatchObject({
      message: `cannot write ${directory}: it is a directory`,
      hint: "name a file in it",
    });
    const missing = join(directory, "no", "out");
    await expect(opened(missing)).rejects.toMatchObject({
      message: `cannot write ${missing}: no such file or directory`,
      hint: "create its directory first, or choose another file",
    });
    await expect(opened(missing)).rejects.toBeInstanceOf(FileError);
  });

  it.skipIf(process.getuid?.() === 0)("cannot be one that may not be written, or be in such a directory", async () => {
    const { directory, path } = oldFile();
    chmodSync(path, 0o400);
    await expect(opened(path)).rejects.toThrow("permission denied");
    const locked = join(directory, "locked");
    mkdirSync(locked, { mode: 0o500 });
    await expect(opened(join(locked, "out"))).rejects.toThrow("permission denied");
    expect(readFileSync(path, "utf8")).toBe("old");
  });

  it("cannot be reached through a link into a directory that does not exist, or in a circle", async () => {
    const directory = temporaryDirectory();
    symlinkSync(join(directory, "no", "where"), join(directory, "link"));
    symlinkSync("circle", join(directory, "circle"));
    await expect(opened(join(directory, "link"))).rejects.toBeInstanceOf(FileError);
    await expect(opened(join(directory, "circle"))).rejects.toThrow("too many symbolic links");
    expect(readdirSync(directory)).toEqual(["circle", "link"]);
  });

  it.runIf(existsSync("/dev/full"))("on a full disk fails, whenever it shows", async () => {
    const sink = await opened("/dev/full");
    await sink.write("x");
    await expect(sink.finish()).rejects.toMatchObject({
      message: "cannot write /dev/full: the disk is full",
      hint: "free some space, or choose a file on another disk",
    });
    await sink.abandon();
    const other = await opened("/dev/full");
    await expect(async () => other.write(piece)).rejects.toBeInstanceOf(FileError);
    await other.abandon();
  });
});

it.each([
  ["EDQUOT", -122, "the disk quota is used up", "free some space, or choose a file on another disk"],
  ["ESTALE", -116, "its server no longer knows it", "mount its disk again"],
])("%s, which Node calls UNKNOWN, is told in words", (_, errno, reason, hint) => {
  const error = Object.assign(new Error(`Unknown system error ${errno}`), { code: "UNKNOWN", errno });
  expect(cannotWrite("out", error)).toMatchObject({ message: `cannot write out: ${reason}`, hint });
});

function moveOver(path: string): void {
  writeFileSync(`${path}.new`, "mine");
  renameSync(`${path}.new`, path);
}

describe("a file that somebody else touches while it is written", () => {
  it.each<[string, (partial: string) => void]>([
    ["deleted", (partial) => rmSync(partial)],
    ["replaced", (partial) => moveOver(partial)],
  ])("is missed when it was %s", async (_, act) => {
    const { path } = oldFile();
    const sink = await opened(path);
    await sink.write(piece);
    act(sidecarsOf(path).partial);
    await expect(async () => {
      await sink.write(piece);
      await sink.finish();
    }).rejects.toThrow("was deleted or replaced while writing");
    await sink.abandon();
    expect(readFileSync(path, "utf8")).toBe("old");
  });

  it("is not written any more once another run has finished it", async () => {
    const { path } = oldFile();
    const sink = await opened(path);
    await sink.write(piece);
    renameSync(sidecarsOf(path).partial, path);
    const finished = `${readFileSync(path, "utf8")}row\n`;
    appendFileSync(path, "row\n");
    await expect(async () => {
      await sink.write(piece);
      await sink.finish();
    }).rejects.toThrow("was deleted or replaced while writing");
    await sink.abandon();
    expect(readFileSync(path, "utf8")).toBe(finished);
  });

  it("keeps its rows when a directory has taken its name", async () => {
    const { directory, path } = oldFile();
    const sink = await opened(path);
    await sink.write("row\n");
    rmSync(path);
    mkdirSync(path);
    await expect(sink.finish()).rejects.toThrow(`cannot write ${path}: it is a directory`);
    await sink.abandon();
    expect(sink.left).toBe(sidecarsOf(path).partial);
    expect(readFileSync(sidecarsOf(path).partial, "utf8")).toBe("row\n");
    expect(readdirSync(directory)).toEqual(["out", "out.partial", "out.usdot-run"]);
  });
});

describe("renaming", () => {
  const failing = (code: string, times: number) => {
    let calls = 0;
    const rename = async () => {
      calls += 1;
      if (calls <= times) throw Object.assign(new Error(), { code });
    };
    return { rename, calls: () => calls };
  };

  it.each(["EPERM", "EBUSY", "EACCES"])(
    "is tried again for a while after %s, since another program may have the file open",
    async (code) => {
      const pauses: number[] = [];
      const passing = failing(code, 3);
      await renamed(passing.rename, async (pause) => pauses.push(pause));
      expect([passing.calls(), pauses.length]).toEqual([4, 3]);
      const lasting = failing(code, Number.POSITIVE_INFINITY);
      await expect(renamed(lasting.rename, async (pause) => pauses.push(pause))).rejects.toMatchObject({ code });
      expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeLessThan(3_000);
    },
  );

  it("fails at once where time changes nothing", async () => {
    const lasting = failing("EISDIR", Number.POSITIVE_INFINITY);
    await expect(renamed(lasting.rename)).rejects.toMatchObject({ code: "EISDIR" });
    expect(lasting.calls()).toBe(1);
  });
});

describe.skipIf(process.platform === "win32")("a named pipe", () => {
  const pipe = () => newFifo();

  it("takes the rows as its reader reads them, and stays a pipe", async () => {
    const path = pipe();
    const reading = open(path, "r").then((file) => file.readFile("utf8").finally(() => file.close()));
    const sink = await opened(path);
    await sink.write(piece);
    await sink.write("end\n");
    await sink.finish();
    expect(await reading).toBe(`${piece}end\n`);
    expect(lstatSync(path).isFIFO()).toBe(true);
  });

  it("without a reader is waited for until the user stops us", async () => {
    const stop = new AbortController();
    const path = pipe();
    const opening = openReplacing(path, path, lockHost({ signal: stop.signal }));
    stop.abort(new InterruptedError("SIGTERM"));
    await expect(opening).rejects.toBeInstanceOf(InterruptedError);
  });
});
