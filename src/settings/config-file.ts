/** The configuration file: one JSON object of settings, private to its owner. */
import { promises as files, type Stats } from "node:fs";
import { dirname, posix, resolve, win32 } from "node:path";
import { FileError, SettingError } from "../errors.ts";
import { cannotRead, codeOf, refuseDirectoryName, writing } from "../file-error.ts";
import type { LockHost } from "../file-lock.ts";
import { readAtMost } from "../open-file.ts";
import { isObject, readJson } from "../text/json-text.ts";
import { shellPath } from "../text/shell-word.ts";

export type ConfigValues = Record<string, unknown>;

/** What the settings need to know about the machine and the process. */
export interface Machine extends LockHost {
  env: NodeJS.ProcessEnv;
  cwd: string;
  home: string;
  platform: NodeJS.Platform;
  /** The numeric id of the user who runs us; undefined on Windows, which has none. */
  userId: number | undefined;
}

/** Where the configuration file is, whether or not it exists. A relative XDG path is ignored (XDG Base Directory Specification). */
export function configPath({ env, home, platform }: Machine): string {
  const { isAbsolute, join } = platform === "win32" ? win32 : posix;
  const named = platform === "win32" ? env["APPDATA"] : env["XDG_CONFIG_HOME"];
  if (named && isAbsolute(named)) return join(named, "usdot", "config.json");
  // HOME may be empty: the file is then where a shell would look for ~/.config, never below the current directory.
  return join(isAbsolute(home) ? home : "/", ".config", "usdot", "config.json");
}

/**
 * The settings in the file. An empty file has none, so `--config /dev/null` is a run without settings; nor does a missing
 * file, unless the user named it.
 * @throws {SettingError} when others may read or write it, when it belongs to someone else, or when it is not a JSON object
 * @throws {FileError} when it cannot be read, or is missing although it was named
 */
export async function readConfigFile(
  path: string,
  machine: Machine,
  { mayBeMissing = path === configPath(machine) } = {},
): Promise<ConfigValues> {
  try {
    const check = (stats: Stats) => checkPrivate(path, stats, machine);
    const hint = "usdot config set creates it; --config and USDOT_CONFIG name it";
    return parse(await readNamed(path, `the configuration file ${path}`, machine, { check, hint }), path);
  } catch (error) {
    if (mayBeMissing && error instanceof FileError && isMissing(error.cause ?? error)) return {};
    throw error;
  }
}

/** In bytes; no key and no configuration is larger. */
const maxSize = 65_536;

/** Reads a file that a setting names; `hint` is for one that is missing. */
async function readNamed(
  path: string,
  what: string,
  { cwd, signal }: Machine,
  { check, hint }: { check(stats: Stats): void; hint?: string },
): Promise<string> {
  try {
    const bytes = await readAtMost(resolve(cwd, path), maxSize, { signal, check });
    if (bytes.length > maxSize) throw new SettingError(`${what} is larger than 64 KiB`, { hint: "name another file" });
    return new TextDecoder().decode(bytes);
  } catch (error) {
    throw cannotRead(what, error, isMissing(error) ? hint : undefined);
  }
}

function isMissing(error: unknown): boolean {
  const code = codeOf(error);
  return code === "ENOENT" || code === "ENOTDIR";
}

function checkPrivate(path: string, stats: Stats, { platform, userId }: Machine): void {
  // A directory fails when it is read; a device (/dev/null) belongs to everyone and contains nobody's settings.
  if (platform === "win32" || stats.isDirectory() || stats.isCharacterDevice()) return;
  if (userId !== undefined && stats.uid !== userId && stats.uid !== 0) {
    throw new SettingError(`the configuration file ${path} belongs to another user, who could send your key anywhere`, {
      hint: "name your own file with --config",
    });
  }
  if ((stats.mode & 0o077) !== 0) {
    throw new SettingError(`the configuration file ${path} can be read or changed by other users`, {
      hint: `fix it with: chmod 600 ${shellPath(path)}`,
    });
  }
}

function parse(text: string, path: string): ConfigValues {
  const json = text.replace(/^\uFEFF/, "").trim();
  if (json === "") return {};
  const values = readJson(json);
  if (isObject(values)) return values;
  // The parser's error is not even kept as the cause: it quotes the text, which may contain the key.
  const what = values === undefined ? "valid JSON" : "a JSON object";
  throw new SettingError(`the configuration file ${path} is not ${what}`, { hint: "fix or delete it" });
}

/**
 * Changes the settings in the file, one process at a time. It is replaced atomically, so that a crash leaves either the old or the new one,
 * with mode 0600 in a directory with mode 0700. A symbolic link is kept, and its target replaced.
 * @param changed returns the new settings, given the old ones
 * @param note takes what there is to say about a long wait for another process
 * @throws {SettingError} when the file cannot be trusted, is not a JSON object or would be too large: see `readConfigFile`
 * @throws {FileError} when it cannot be read or written, is not a regular file, such as /dev/null, or stays locked
 */
export async function changeConfigFile(
  path: string,
  machine: Machine,
  changed: (values: ConfigValues) => ConfigValues,
  note = (_text: string) => {},
): Promise<{ before: ConfigValues; after: ConfigValues }> {
  const read = () => readConfigFile(path, machine, { mayBeMissing: true });
  // First without the lock, so that a refused change creates no files.
  changed(await read());
  const what = `the configuration file ${path}`;
  // Loaded here, since lookups only read the file.
  const { createDirectory, lockFile, replaceFile } = await import("../file-lock.ts");
  return writing(what, async () => {
    refuseDirectoryName(path);
    const named = resolve(machine.cwd, path);
    await createDirectory(dirname(named));
    const target = await targetOf(named);
    if (target === undefined) throw new FileError(`cannot write ${what}: it is not a regular file`);
    const { processes, sleep, signal } = machine;
    const lock = await lockFile(`${target}.lock`, what, { processes, sleep, signal, note }, { wait: true });
    try {
      const before = await read();
      const after = changed(before);
      const text = `${JSON.stringify(after, null, 2)}\n`;
      if (Buffer.byteLength(text) > maxSize)
        throw new SettingError(`${what} would be larger than 64 KiB`, { hint: "nothing was changed" });
      await replaceFile(target, text);
      return { before, after };
    } finally {
      lock.release();
    }
  });
}

/** The file to replace; undefined for anything but a regular file. */
async function targetOf(path: string): Promise<string | undefined> {
  const there = await files.lstat(path).catch(() => undefined);
  if (there === undefined) return path;
  // A dangling link fails here: no file is created in a place that nobody named.
  const target = await files.realpath(path);
  return (await files.stat(target)).isFile() ? target : undefined;
}

/**
 * The content of the file for `--api-key-file`: the key, and a warning if other users can read it. Such a configuration file is refused,
 * but that also determines where the key is sent, and containers often get their secrets in files with mode 0444.
 * @throws {FileError} when it cannot be read
 * @throws {SettingError} when it is too large for a key
 */
export async function readSecretFile(path: string, machine: Machine): Promise<{ text: string; warning?: string }> {
  const what = `the API key file ${path}`;
  const warning = `${what} can be read or changed by other users; fix it with: chmod 600 ${shellPath(path)}`;
  // The mode means nothing for devices, pipes, and what a shell opened (/dev/stdin, /dev/fd/63); /proc/self/cwd/key is a file like others.
  const hasMode = machine.platform !== "win32" && !/^\/(?:dev\/(?:stdin|fd\/\d+)|proc\/[^/]+\/fd\/\d+)$/.test(path);
  let isOpen = false;
  const check = (stats: Stats) => {
    isOpen = hasMode && stats.isFile() && (stats.mode & 0o077) !== 0;
  };
  const text = (await readNamed(path, what, machine, { check })).trim();
  return isOpen ? { text, warning } : { text };
}
