import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { FileError, SettingError, type UsdotError } from "../../src/errors.ts";
import {
  changeConfigFile,
  configPath,
  type Machine,
  readConfigFile,
  readSecretFile,
} from "../../src/settings/config-file.ts";
import { heldBy } from "../support/lock-host.ts";
import { memoryHost } from "../support/memory-host.ts";
import { temporaryDirectory } from "../support/resources.ts";

function machineIn(home: string, changes: Partial<Machine> = {}): Machine {
  return { ...memoryHost({ home }), ...changes };
}

/** A machine with this text in its configuration file. */
function machineWith(text: string | Uint8Array, mode = 0o600): { machine: Machine; path: string } {
  const machine = machineIn(temporaryDirectory());
  const path = configPath(machine);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, mode);
  return { machine, path };
}

async function errorOf(action: Promise<unknown>): Promise<UsdotError> {
  const error = await action.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof FileError || error instanceof SettingError) return error;
  throw new Error("neither a FileError nor a SettingError", { cause: error });
}

const modeOf = (path: string) => statSync(path).mode & 0o777;

describe("the path of the configuration file", () => {
  const at = (changes: Partial<Machine>) => configPath(machineIn("/home/me", changes));

  it.each<[string, Partial<Machine>, string]>([
    ["the home directory", {}, "/home/me/.config/usdot/config.json"],
    ["XDG_CONFIG_HOME", { env: { XDG_CONFIG_HOME: "/xdg" } }, "/xdg/usdot/config.json"],
    ["not a relative XDG_CONFIG_HOME", { env: { XDG_CONFIG_HOME: "xdg" } }, "/home/me/.config/usdot/config.json"],
    ["not an empty XDG_CONFIG_HOME", { env: { XDG_CONFIG_HOME: "" } }, "/home/me/.config/usdot/config.json"],
    ["not APPDATA elsewhere than on Windows", { env: { APPDATA: "/data" } }, "/home/me/.config/usdot/config.json"],
    ["never the current directory, when HOME is empty", { home: "" }, "/.config/usdot/config.json"],
    [
      "APPDATA on Windows",
      { platform: "win32", home: "C:\\Users\\me", env: { APPDATA: "C:\\Users\\me\\AppData\\Roaming" } },
      "C:\\Users\\me\\AppData\\Roaming\\usdot\\config.json",
    ],
    [
      "the home directory on Windows without APPDATA",
      { platform: "win32", home: "C:\\Users\\me" },
      "C:\\Users\\me\\.config\\usdot\\config.json",
    ],
  ])("%s", (_, changes, path) => {
    expect(at(changes)).toBe(path);
  });
});

describe("reading the configuration file", () => {
  it.each<[string, string]>([
    ["accepts an object", '{"timeout": 5}'],
    ["accepts a byte order mark", '\uFEFF{"timeout": 5}'],
    ["accepts Windows line endings", '{\r\n"timeout": 5\r\n}\r\n'],
  ])("%s", async (_, text) => {
    const { machine, path } = machineWith(text);
    expect(await readConfigFile(path, machine)).toEqual({ timeout: 5 });
  });

  it("refuses a file of more than 64 KiB", async () => {
    const { machine, path } = machineWith(`{"timeout": 5${" ".repeat(65_536)}}`);
    const error = new SettingError(`the configuration file ${path} is larger than 64 KiB`, {
      hint: "name another file",
    });
    await expect(readConfigFile(path, machine)).rejects.toEqual(error);
  });

  it.each(["", "\n", "\uFEFF"])("finds no settings in an empty file: %j", async (text) => {
    const { machine, path } = machineWith(text);
    expect(await readConfigFile(path, machine)).toEqual({});
  });

  it("treats /dev/null as a file without settings", async () => {
    expect(await readConfigFile("/dev/null", machineIn("/home/me"))).toEqual({});
  });

  it("resolves a path against the current directory", async () => {
    const { machine, path } = machineWith('{"timeout": 5}');
    expect(await readConfigFile("config.json", { ...machine, cwd: dirname(path) })).toEqual({ timeout: 5 });
  });

  it("finds no settings without a file, directory or home", async () => {
    const home = temporaryDirectory();
    for (const each of [home, join(home, "none")]) {
      expect(await readConfigFile(configPath(machineIn(each)), machineIn(each))).toEqual({});
    }
    writeFileSync(join(home, ".config"), "a file where a directory is meant to be");
    expect(await readConfigFile(configPath(machineIn(home)), machineIn(home))).toEqual({});
  });

  it("refuses a missing file that the user named, unless it is about to be created", async () => {
    const machine = machineIn(temporaryDirectory());
    const path = join(machine.home, "mine.json");
    const { message, hint, kind } = await errorOf(readConfigFile(path, machine));
    expect({ message, hint, kind }).toEqual({
      message: `cannot read the configuration file ${path}: no such file or directory`,
      hint: "usdot config set creates it; --config and USDOT_CONFIG name it",
      kind: "file",
    });
    expect(await readConfigFile(path, machine, { mayBeMissing: true })).toEqual({});
  });

  it("refuses a directory", async () => {
    const machine = machineIn(temporaryDirectory());
    const { message, kind } = await errorOf(readConfigFile(machine.home, machine));
    expect({ message, kind }).toEqual({
      message: `cannot read the configuration file ${machine.home}: it is a directory`,
      kind: "file",
    });
  });

  it("refuses a circular link", async () => {
    const { machine, path } = machineWith("{}");
    symlinkSync("loop", join(dirname(path), "loop"));
    const { message } = await errorOf(readConfigFile(join(dirname(path), "loop"), machine));
    expect(message).toMatch(/too many symbolic links$/);
  });

  it.each<[string, string, string]>([
    ["truncated", '{"api-key": "CANARY-4f9a"', "is not valid JSON"],
    ["with a trailing comma", '{"api-key": "CANARY-4f9a",}', "is not valid JSON"],
    ["a bare word", "CANARY-4f9a", "is not valid JSON"],
    ["a string", '"CANARY-4f9a"', "is not a JSON object"],
    ["an array", '["CANARY-4f9a"]', "is not a JSON object"],
    ["null", "null", "is not a JSON object"],
  ])("refuses anything but a JSON object, without quoting it: %s", async (_, text, reason) => {
    const { machine, path } = machineWith(text);
    const error = await errorOf(readConfigFile(path, machine));
    expect(error.message).toBe(`the configuration file ${path} ${reason}`);
    expect(error.kind).toBe("usage");
    // Nothing prints the cause today, but something might.
    expect(`${error.stack} ${error.hint} ${error.cause}`).not.toContain("CANARY");
  });
});

describe("the privacy of the configuration file", () => {
  it.each([0o644, 0o640, 0o620, 0o602, 0o601, 0o777])(
    "refuses mode %o, with the command that fixes it",
    async (mode) => {
      const { machine, path } = machineWith("{}", mode);
      const { message, hint, kind } = await errorOf(readConfigFile(path, machine));
      expect({ message, hint, kind }).toEqual({
        message: `the configuration file ${path} can be read or changed by other users`,
        hint: `fix it with: chmod 600 ${path}`,
        kind: "usage",
      });
    },
  );

  it("quotes the path for the shell", async () => {
    const { machine } = machineWith("{}");
    const path = join(machine.home, "it's; mine");
    writeFileSync(path, "{}", { mode: 0o644 });
    const { hint } = await errorOf(readConfigFile(path, machine));
    expect(hint).toBe(`fix it with: chmod 600 '${machine.home}/it'\\''s; mine'`);
  });

  it.each([0o600, 0o400])("accepts mode %o", async (mode) => {
    const { machine, path } = machineWith("{}", mode);
    expect(await readConfigFile(path, machine)).toEqual({});
  });

  it("refuses a file that belongs to another user, even through a link", async () => {
    const { machine, path } = machineWith("{}");
    // Only root can give a file away; otherwise, pretend to be another user. Files of root are trusted.
    const other = (process.getuid?.() ?? 0) + 1000;
    if (process.getuid?.() === 0) chownSync(path, other, other);
    const me = process.getuid?.() === 0 ? machine : { ...machine, userId: other };
    const link = join(machine.home, "link.json");
    symlinkSync(path, link);
    for (const each of [path, link]) {
      const { message, hint, kind } = await errorOf(readConfigFile(each, me));
      expect({ message, hint, kind }).toEqual({
        message: `the configuration file ${each} belongs to another user, who could send your key anywhere`,
        hint: "name your own file with --config",
        kind: "usage",
      });
    }
  });

  it("ignores modes on Windows, where they mean nothing", async () => {
    const { machine, path } = machineWith("{}", 0o666);
    expect(await readConfigFile(path, { ...machine, platform: "win32", userId: undefined })).toEqual({});
  });
});

describe("changing the configuration file", () => {
  it("creates a private file in a private directory", async () => {
    const machine = machineIn(join(temporaryDirectory(), "not", "yet"));
    const path = configPath(machine);
    await changeConfigFile(path, machine, () => ({ timeout: 5 }));
    expect(readFileSync(path, "utf8")).toBe('{\n  "timeout": 5\n}\n');
    expect([modeOf(path), modeOf(dirname(path)), modeOf(machine.home)]).toEqual([0o600, 0o700, 0o700]);
    expect(await readConfigFile(path, machine)).toEqual({ timeout: 5 });
  });

  it("replaces the file atomically and leaves nothing else behind", async () => {
    const { machine, path } = machineWith("{}", 0o400);
    const old = statSync(path).ino;
    await changeConfigFile(path, machine, () => ({ retries: 1 }));
    expect(modeOf(path)).toBe(0o600);
    expect(statSync(path).ino).not.toBe(old);
    expect(readdirSync(dirname(path))).toEqual(["config.json"]);
  });

  it("keeps the old file when the new one cannot be written", async () => {
    const { machine } = machineWith("{}");
    // The longest name allowed: the names of the lock and the temporary file are longer.
    const path = join(machine.home, "n".repeat(255));
    writeFileSync(path, '{"timeout": 5}', { mode: 0o600 });
    const { message } = await errorOf(changeConfigFile(path, machine, () => ({})));
    expect(message).toBe(`cannot write the configuration file ${path}: its name is too long`);
    expect(readFileSync(path, "utf8")).toBe('{"timeout": 5}');
    expect(readdirSync(machine.home).sort()).toEqual([".config", "n".repeat(255)]);
  });

  it("keeps the old file when the new one could not be read again", async () => {
    const { machine, path } = machineWith('{"timeout": 5}');
    const { message } = await errorOf(changeConfigFile(path, machine, () => ({ "api-key": "k".repeat(65_520) })));
    expect(message).toBe(`the configuration file ${path} would be larger than 64 KiB`);
    expect(await readConfigFile(path, machine)).toEqual({ timeout: 5 });
    expect(readdirSync(dirname(path))).toEqual(["config.json"]);
  });

  it("keeps a symbolic link and replaces its target", async () => {
    const { machine, path } = machineWith("{}");
    const link = join(machine.home, "link.json");
    symlinkSync(path, link);
    await changeConfigFile(link, machine, () => ({ timeout: 5 }));
    expect(readFileSync(path, "utf8")).toContain("timeout");
    expect(
      readdirSync(machine.home, { withFileTypes: true })
        .find(({ name }) => name === "link.json")
        ?.isSymbolicLink(),
    ).toBe(true);
  });

  it("creates no file for a dangling link", async () => {
    const machine = machineIn(temporaryDirectory());
    const link = join(machine.home, "link.json");
    symlinkSync(join(machine.home, "gone.json"), link);
    const { message, kind } = await errorOf(changeConfigFile(link, machine, () => ({})));
    expect({ message, kind }).toEqual({
      message: `cannot write the configuration file ${link}: no such file or directory`,
      kind: "file",
    });
    expect(readdirSync(machine.home)).toEqual(["link.json"]);
  });

  it("does not replace a device", async () => {
    const { message, kind } = await errorOf(changeConfigFile("/dev/null", machineIn("/home/me"), () => ({})));
    expect({ message, kind }).toEqual({
      message: "cannot write the configuration file /dev/null: it is not a regular file",
      kind: "file",
    });
  });

  it("fails under /proc, where mkdir reports a missing parent that exists", async () => {
    const machine = machineIn("/proc");
    const { message } = await errorOf(changeConfigFile(configPath(machine), machine, () => ({})));
    expect(message).toBe(
      "cannot write the configuration file /proc/.config/usdot/config.json: no such file or directory",
    );
  });

  it("applies the change to the content once the lock is free", async () => {
    const { machine, path } = machineWith('{"timeout": 5}');
    writeFileSync(`${path}.lock`, heldBy(1));
    const sleep = async () => {
      writeFileSync(path, '{"timeout": 5, "retries": 1}');
      rmSync(`${path}.lock`);
    };
    const change = (values: object) => ({ ...values, quiet: true });
    expect(await changeConfigFile(path, { ...machine, sleep }, change)).toEqual({
      before: { timeout: 5, retries: 1 },
      after: { timeout: 5, retries: 1, quiet: true },
    });
  });

  it("gives the lock back when the change is refused under it", async () => {
    const { machine, path } = machineWith('{"timeout": 5}');
    let looks = 0;
    const refuse = (values: Record<string, unknown>) => {
      if (++looks === 2) throw new SettingError("not that");
      return values;
    };
    expect((await errorOf(changeConfigFile(path, machine, refuse))).message).toBe("not that");
    expect([looks, existsSync(`${path}.lock`)]).toEqual([2, false]);
  });

  it("tolerates others creating the same directories at the same time", async () => {
    const machine = machineIn(join(temporaryDirectory(), "not", "yet"));
    const paths = Array.from({ length: 20 }, (_, index) => join(machine.home, "a", "b", "c", `${index}.json`));
    await Promise.all(paths.map((path) => changeConfigFile(path, machine, () => ({ timeout: 5 }))));
    for (const path of paths) expect(await readConfigFile(path, machine)).toEqual({ timeout: 5 });
  });

  it("creates nothing for a change that is refused", async () => {
    const machine = machineIn(join(temporaryDirectory(), "home"));
    const refuse = () => {
      throw new SettingError("not that");
    };
    await errorOf(changeConfigFile(configPath(machine), machine, refuse));
    expect(existsSync(machine.home)).toBe(false);
  });

  it("fails where no directory can be created", async () => {
    const machine = machineIn(temporaryDirectory());
    writeFileSync(join(machine.home, ".config"), "");
    const { message, kind } = await errorOf(changeConfigFile(configPath(machine), machine, () => ({})));
    expect(message).toBe(
      `cannot write the configuration file ${configPath(machine)}: part of its path is not a directory`,
    );
    expect(kind).toBe("file");
  });

  // Root can write to any directory.
  it.skipIf(process.getuid?.() === 0)("fails in a directory without write permission", async () => {
    const { machine, path } = machineWith("{}");
    chmodSync(dirname(path), 0o500);
    const { message } = await errorOf(changeConfigFile(path, machine, () => ({})));
    chmodSync(dirname(path), 0o700);
    expect(message).toBe(`cannot write the configuration file ${path}: permission denied`);
  });
});

describe("reading a key file", () => {
  it("trims whitespace and a byte order mark", async () => {
    const path = join(temporaryDirectory(), "key");
    writeFileSync(path, "\uFEFF k3y\r\n", { mode: 0o600 });
    expect(await readSecretFile(path, memoryHost())).toEqual({ text: "k3y" });
  });

  it("reports a missing file", async () => {
    const { message, kind } = await errorOf(readSecretFile("/nowhere/key", memoryHost()));
    expect({ message, kind }).toEqual({
      message: "cannot read the API key file /nowhere/key: no such file or directory",
      kind: "file",
    });
  });
});
