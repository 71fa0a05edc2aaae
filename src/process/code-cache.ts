/**
 * V8's code cache: what a start compiles is kept in files for the next one, which then compiles next to nothing. Those files are code that
 * we run, so they count only where nobody but the user can have written them. On any doubt there is no cache, and never an error. Node's
 * own (`module.enableCompileCache`) saves a third as much: it lacks the functions that are compiled when they are first called.
 */
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, isAbsolute, join } from "node:path";
import { Script } from "node:vm";
import type { ParserFlags } from "./parser-flags.ts";

/** A script that was loaded. */
interface Loaded {
  script: Script;
  source: Buffer;
  /** The file for its code. */
  path: string;
}

/** In seconds. In a longer run, V8 drops the code of functions that are no longer called, which are those of the start. */
const maxUptime = 5;

/** In bytes: ten times the largest. */
const maxFile = 2 ** 23;

const opening = Buffer.from("(function (exports, require, module) {\n");
const closing = Buffer.from("\n})");

/**
 * From now on, loads our scripts with the code that earlier starts compiled. Where there is none, this run's is written when it ends, after
 * all output: by then the functions that it calls are compiled. A run that fails or takes long writes nothing.
 */
export function useCodeCache(version: string, flags: ParserFlags): void {
  const directory = cacheDirectory();
  // Node finds the source maps of scripts only if it loads them itself.
  if (directory === undefined || process.sourceMapsEnabled) return;
  const loaded: Loaded[] = [];
  let isComplete = true;
  const modules = new Map<string, { exports: object }>();

  const load = (name: string, module: { exports: object }) => {
    modules.set(name, module);
    const filename = join(__dirname, name);
    // Of our version, too: two installations would overwrite each other's.
    const path = join(directory, `${name}-${version}-${process.version}-${process.arch}`);
    // A function of what Node gives to a module.
    const source = Buffer.concat([opening, readFileSync(filename), closing]);
    const cachedData = readCode(path, source);
    // The build writes ASCII. The line before the source is line 0, so that positions in it stay as they are.
    const options = { filename, lineOffset: -1, cachedData };
    const script = flags.underUsualFlags(() => new Script(source.toString("latin1"), options));
    isComplete &&= cachedData !== undefined && script.cachedDataRejected === false;
    loaded.push({ script, source, path });
    script.runInThisContext().call(module.exports, module.exports, requireFrom, module);
    return module.exports;
  };
  // Node would look for each file in half a dozen steps.
  const requireFrom = (id: string): unknown => {
    if (!id.startsWith("./")) return require(id);
    const name = basename(id);
    return modules.get(name)?.exports ?? load(name, { exports: {} });
  };
  // Node asks for the first script, and that one asks us for the others.
  require.extensions[".cjs"] = (module, filename) => {
    delete require.extensions[".cjs"];
    load(basename(filename), module);
  };
  process.once("exit", (status) => {
    // All of them, also those that were complete: another command may have called other functions.
    if (status !== 0 || isComplete || process.uptime() >= maxUptime) return;
    flags.underUsualFlags(() => writeCode(loaded));
  });
}

/** The directory for the files, created if missing; undefined unless the user alone may write there. */
function cacheDirectory(): string | undefined {
  const [base, ...names] = cachePath();
  if (base === undefined || !isAbsolute(base) || process.env["NODE_DISABLE_COMPILE_CACHE"]) return undefined;
  let path = base;
  try {
    if (base === process.env["XDG_CACHE_HOME"]) createMissing(base);
    if (!isOwn(statSync(path))) return undefined;
    for (const name of names) {
      path = join(path, name);
      const stats = lstatSync(path, { throwIfNoEntry: false }) ?? createDirectory(path);
      if (!stats.isDirectory() || !isOwn(stats)) return undefined;
    }
    return path;
  } catch {
    return undefined;
  }
}

/** Where caches belong, a directory that exists or that the user names, and what is ours in it (XDG Base Directory Specification). */
function cachePath(): [base: string | undefined, ...names: string[]] {
  const { env, platform } = process;
  if (platform === "win32") return [env["LOCALAPPDATA"], "usdot"];
  const named = env["XDG_CACHE_HOME"];
  return named !== undefined && isAbsolute(named) ? [named, "usdot"] : [env["HOME"], ".cache", "usdot"];
}

/** Not by Node's `recursive` option, which never returns under /proc. */
function createMissing(path: string): void {
  if (existsSync(path)) return;
  createMissing(dirname(path));
  createDirectory(path);
}

function createDirectory(path: string): Stats {
  mkdirSync(path, 0o700);
  return lstatSync(path);
}

/** Whether something is the user's, and nobody else may change it. Windows has neither owners nor modes, and keeps LOCALAPPDATA private. */
function isOwn({ uid, mode }: Stats): boolean {
  return process.platform === "win32" || (uid === process.getuid?.() && (mode & 0o022) === 0);
}

/**
 * The code of a source in a file; undefined if it has none, or another's, or is damaged. V8 checks none of that. So the file has the code
 * twice, and the source: a start compares them sooner than it loads a checksum of Node's.
 */
function readCode(path: string, source: Buffer): Buffer | undefined {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  let file: number | undefined;
  try {
    file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.size > maxFile || !isOwn(stats)) return undefined;
    const code = Buffer.allocUnsafe((stats.size - source.length) / 2);
    readSync(file, code);
    return isNext(code, file) && isNext(source, file) ? code : undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Memory that is used again is faster than memory that is new. */
const page = Buffer.allocUnsafeSlow(65_536);

/** Whether a file goes on with a part. */
function isNext(part: Buffer, file: number): boolean {
  for (let at = 0; at < part.length; at += page.length) {
    const expected = part.subarray(at, at + page.length);
    const length = readSync(file, page, 0, expected.length, null);
    if (!page.subarray(0, length).equals(expected)) return false;
  }
  return true;
}

/** Each file is complete before it has its name. */
function writeCode(loaded: readonly Loaded[]): void {
  for (const { script, source, path } of loaded) {
    // A process ID would not do: in containers that share the cache, each run is process 1.
    const temporary = `${path}.${Math.random().toString(36).slice(2)}`;
    try {
      const code = script.createCachedData();
      writeFileSync(temporary, Buffer.concat([code, code, source]), { flag: "wx", mode: 0o600 });
      renameSync(temporary, path);
    } catch {
      // The next start tries again.
      rmSync(temporary, { force: true });
    }
  }
}
