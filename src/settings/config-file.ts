/** The configuration file: one JSON object of settings. */
import { existsSync, promises as fs } from "node:fs";
import { posix, win32 } from "node:path";
import { FileError, refuse } from "../errors.ts";
import { replaceFile } from "../files/output-file.ts";
import { readTextFile } from "../files/read.ts";
import { shellPath } from "../text/hint.ts";
import { isObject, type JsonObject, parsedJson } from "../text/json.ts";

interface Surroundings {
  env: NodeJS.ProcessEnv;
  home: string;
  platform: NodeJS.Platform;
  resolve(path: string): string;
}

/**
 * Where the file is, whether or not it exists, and whether the user named it:
 * `--config` or `USDOT_CONFIG`.
 */
export function configFileOf(
  { env, home, platform, resolve }: Surroundings,
  flag: unknown,
) {
  const named = flag ?? env["USDOT_CONFIG"];
  if (named) return { path: resolve(String(named)), isNamed: true };
  const paths = platform === "win32" ? win32 : posix;
  const base = platform === "win32" ? env["APPDATA"] : env["XDG_CONFIG_HOME"];
  // HOME may be empty, but the file is never below the current directory.
  const directory =
    base && paths.isAbsolute(base) ? base : paths.resolve("/", home, ".config");
  return {
    path: paths.join(directory, "usdot", "config.json"),
    isNamed: false,
  };
}

/**
 * The settings in the file. An empty file has none, so `--config /dev/null` is
 * a run without settings.
 */
export async function readConfigFile(
  path: string,
  mayBeMissing: boolean,
): Promise<JsonObject> {
  if (mayBeMissing && !existsSync(path)) return {};
  const text = await readTextFile(path);
  const values = text.trim() === "" ? {} : parsedJson(text);
  if (isObject(values)) return values;
  refuse(`${path} is not a JSON object of settings`, "fix or delete it");
}

/** Refuses a key that other users can read. */
export async function refuseExposedKey(
  path: string,
  values: JsonObject,
  platform: NodeJS.Platform,
): Promise<void> {
  if (values["api-key"] === undefined || platform === "win32") return;
  const { mode } = await fs.stat(path);
  if ((mode & 0o077) === 0) return;
  refuse(
    `other users can read or change the API key in ${path}`,
    `chmod 600 ${shellPath(path)}, or keep the key in USDOT_API_KEY or a file (--api-key-file)`,
  );
}

/** Replaces the settings file atomically, with mode 0600. */
export async function writeConfigFile(
  path: string,
  values: JsonObject,
): Promise<void> {
  const stats = await fs.stat(path).catch(() => undefined);
  if (stats && !stats.isFile())
    throw new FileError(
      `cannot write the configuration file ${path}: it is not a regular file`,
    );
  await replaceFile(path, `${JSON.stringify(values, null, 2)}\n`, 0o600);
}
