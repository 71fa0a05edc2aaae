/** The configuration file: one JSON object of settings, private to its owner. */
import { closeSync, promises as files, fstatSync, openSync, readFileSync, type Stats } from "node:fs";
import { dirname, posix, resolve, win32 } from "node:path";
import { FileError, reasonOf, SettingError } from "../errors.ts";

export type ConfigValues = Record<string, unknown>;

/** What the location of the configuration file depends on. */
export interface Machine {
  env: NodeJS.ProcessEnv;
  cwd: string;
  home: string;
  platform: NodeJS.Platform;
  /** The numeric id of the user who runs us; undefined on Windows, which has none. */
  userId: number | undefined;
}

/**
 * Where the configuration file is, whether or not it exists: `$XDG_CONFIG_HOME/usdot/config.json`, `~/.config` if
 * that is unset, `%APPDATA%` on Windows. A relative XDG path is ignored, as the XDG Base Directory Specification says.
 */
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
 *
 * @throws {SettingError} when others may read or write it, when it belongs to someone else, or when it is not a JSON object
 * @throws {FileError} when it cannot be read, or is missing although it was named
 */
export async function readConfigFile(
  path: string,
  machine: Machine,
  { mayBeMissing = path === configPath(machine) } = {},
): Promise<ConfigValues> {
  try {
    // Opened once, so that the file checked is the file read; and synchronously, which is faster for a small file.
    const file = openSync(resolve(machine.cwd, path), "r");
    try {
      checkPrivate(path, fstatSync(file), machine);
      return parse(readFileSync(file, "utf8"), path);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (error instanceof SettingError) throw error;
    const missing = isMissing(error);
    if (missing && mayBeMissing) return {};
    const hint = missing ? "usdot config set creates it; --config and USDOT_CONFIG name it" : undefined;
    throw new FileError(`cannot read the configuration file ${path}: ${reasonOf(error)}`, {
      cause: error,
      ...(hint && { hint }),
    });
  }
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
      hint: `fix it with: chmod 600 ${shellWord(path)}`,
    });
  }
}

function parse(text: string, path: string): ConfigValues {
  const json = text.replace(/^\uFEFF/, "").trim();
  if (json === "") return {};
  let values: unknown;
  try {
    values = JSON.parse(json);
  } catch {
    // The parser's error is not even kept as the cause: it quotes the text, which may contain the key.
    throw new SettingError(`the configuration file ${path} is not valid JSON`, { hint: "fix or delete it" });
  }
  if (typeof values !== "object" || values === null || Array.isArray(values)) {
    throw new SettingError(`the configuration file ${path} is not a JSON object`, { hint: "fix or delete it" });
  }
  return values as ConfigValues;
}

/**
 * Replaces the file in one step, so that a crash leaves either the old or the new one: mode 0600, in a directory of mode 0700.
 * A symbolic link stays; its target is replaced.
 *
 * @throws {FileError} when it cannot be written, or is not a regular file, such as /dev/null
 */
export async function writeConfigFile(path: string, values: ConfigValues, machine: Machine): Promise<void> {
  const refusal = `cannot write the configuration file ${path}`;
  try {
    const target = await targetOf(resolve(machine.cwd, path));
    if (target === undefined) throw new FileError(`${refusal}: it is not a regular file`);
    await replace(target, `${JSON.stringify(values, null, 2)}\n`);
  } catch (error) {
    if (error instanceof FileError) throw error;
    throw new FileError(`${refusal}: ${reasonOf(error)}`, { cause: error });
  }
}

/** The file to replace, in a directory that is created if missing; undefined for anything but a regular file. */
async function targetOf(path: string): Promise<string | undefined> {
  await files.mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const there = await files.lstat(path).catch(() => undefined);
  if (there === undefined) return path;
  // A dangling link fails here: no file is created in a place that nobody named.
  const target = await files.realpath(path);
  return (await files.stat(target)).isFile() ? target : undefined;
}

async function replace(path: string, text: string): Promise<void> {
  // Loaded here, since it is slow to load and lookups don't need it.
  const { randomBytes } = await import("node:crypto");
  const temporary = `${path}.${randomBytes(6).toString("hex")}`;
  try {
    await writeWhole(temporary, text);
    await files.rename(temporary, path);
  } catch (error) {
    await files.unlink(temporary).catch(() => {});
    throw error;
  }
}

async function writeWhole(path: string, text: string): Promise<void> {
  const file = await files.open(path, "wx", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * The content of the file for `--api-key-file`: the key.
 *
 * @throws {FileError} when it cannot be read
 */
export async function readSecretFile(path: string): Promise<string> {
  try {
    return (await files.readFile(path, "utf8")).trim();
  } catch (error) {
    throw new FileError(`cannot read the API key from ${path}: ${reasonOf(error)}`, { cause: error });
  }
}

function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === "ENOENT" || code === "ENOTDIR";
}

/** A path, quoted for a shell command in a hint. */
function shellWord(path: string): string {
  return /^[\w./+-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
