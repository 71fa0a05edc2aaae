/**
 * A list over several machines with GNU parallel, as docs/ci.md shows it: two
 * sshd of our own on loopback addresses.
 */
import {
  type ChildProcess,
  execFileSync,
  spawn,
  spawnSync,
} from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { connect } from "node:net";
import { userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { goodCarrier } from "../commands/vet/world.ts";
import {
  afterwards,
  listening,
  temporaryDirectory,
} from "../support/resources.ts";

const usdot = fileURLToPath(new URL("../../bin/usdot.cjs", import.meta.url));
const sshd = "/usr/sbin/sshd";
const missing = ["parallel", "ssh", "ssh-keygen", sshd].filter(
  (program) => spawnSync("which", [program]).status !== 0,
);
const why = missing.length > 0 ? ` (skipped: no ${missing.join(", ")})` : "";

const parts = [1, 2, 3, 4];
const numbers = Array.from({ length: 40 }, (_, at) => String(at + 1));

/** A port that was free a moment ago on all loopback addresses. */
async function freePort(): Promise<number> {
  const server = createServer();
  const [, port] = (await listening(server)).split(":");
  await new Promise((closed) => server.close(closed));
  return Number(port);
}

/** Two machines, each an sshd; `config` is for `ssh -F`. */
async function startMachines(directory: string) {
  const file = (name: string) => join(directory, name);
  const key = (name: string) =>
    execFileSync("ssh-keygen", [
      "-q",
      "-t",
      "ed25519",
      "-N",
      "",
      "-f",
      file(name),
    ]);
  for (const name of ["host", "user"]) key(name);
  // An sshd of root wants it.
  if (userInfo().uid === 0) mkdirSync("/run/sshd", { recursive: true });
  const machines: Record<string, ChildProcess> = {};
  const config: string[] = [];
  for (const [name, address] of [
    ["one", "127.0.0.1"],
    ["two", "127.0.0.2"],
  ] as const) {
    const port = await freePort();
    const settings = [
      `ListenAddress ${address}:${port}`,
      `HostKey ${file("host")}`,
      `AuthorizedKeysFile ${file("user.pub")}`,
      `PidFile ${file(`${name}.pid`)}`,
      "PermitRootLogin prohibit-password",
      "StrictModes no",
      "UsePAM no",
    ];
    writeFileSync(file(`${name}.conf`), `${settings.join("\n")}\n`);
    const machine = spawn(sshd, ["-D", "-e", "-f", file(`${name}.conf`)]);
    machines[name] = machine;
    afterwards(() => die(machine));
    config.push(`Host ${name}`, `HostName ${address}`, `Port ${port}`);
    await reachable(address, port);
  }
  const common = [
    `IdentityFile ${file("user")}`,
    "IdentitiesOnly yes",
    "StrictHostKeyChecking no",
    `UserKnownHostsFile /dev/null`,
    "LogLevel ERROR",
  ];
  writeFileSync(
    file("ssh.conf"),
    `${[...config, "Host *", ...common].join("\n")}\n`,
  );
  return { machines, config: file("ssh.conf") };
}

async function reachable(host: string, port: number): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect({ host, port }, () => resolve(true));
      socket.on("error", () => resolve(false));
      socket.on("connect", () => socket.destroy());
    });
    if (isOpen) return;
    await sleep(50);
  }
  throw new Error(`no sshd at ${host}:${port}`);
}

/** The machine is switched off: its sshd, and all that this has started. */
function die({ pid }: ChildProcess): void {
  const table = execFileSync("ps", ["-eo", "pid=,ppid="]).toString().trim();
  const rows = table
    .split("\n")
    .map((row) => row.trim().split(/\s+/).map(Number));
  const below = (parent: number | undefined): number[] =>
    rows.flatMap(([child = 0, above]) =>
      above === parent ? [child, ...below(child)] : [],
    );
  // What was started last ends first, so that nothing hears of it and cleans up.
  for (const each of pid === undefined ? [] : [...below(pid).reverse(), pid])
    try {
      process.kill(each, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
}

/**
 * A service of good carriers. One that holds back answers only the first
 * carrier of each part, until `release` is called.
 */
async function startService(holdsBack: boolean) {
  const waiting: (() => void)[] = [];
  let isHolding = holdsBack;
  const server = createServer(({ url = "" }, response) => {
    const [, number = "", name = "carrier"] =
      /^\/v1\/carriers\/(\w+)(?:\/(\w+))?$/.exec(url) ?? [];
    const carrier = goodCarrier(number);
    const answer = () =>
      response.end(JSON.stringify(carrier[name as keyof typeof carrier]));
    if (isHolding && Number(number) > parts.length) waiting.push(answer);
    else answer();
  });
  const release = () => {
    isHolding = false;
    for (const answer of waiting.splice(0)) answer();
  };
  return { url: `http://${await listening(server)}`, release };
}

/** Once both machines are in the middle of their parts. */
async function bothAtWork(evidence: string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const started = existsSync(evidence) ? readdirSync(evidence) : [];
    if (started.length === 2) return;
    await sleep(50);
  }
  throw new Error("the two machines did not start their parts");
}

describe.skipIf(missing.length > 0)(
  `usdot vet under GNU parallel${why}`,
  () => {
    it.each([false, true])(
      "vets the whole list, each number once; a machine dies: %s",
      async (dies) => {
        const directory = temporaryDirectory();
        writeFileSync(join(directory, "list.txt"), `${numbers.join("\n")}\n`);
        const { machines, config } = await startMachines(directory);
        const service = await startService(dies);
        const vet = [
          `cd ${directory} && ${process.execPath} ${usdot} --base-url ${service.url}`,
          "vet -f list.txt --shard {}/4 --evidence evidence/ -o part-{}.ndjson",
        ].join(" ");
        const run = spawn(
          "parallel",
          [
            "--will-cite",
            "--retries",
            "3",
            "-j1",
            "--ssh",
            `ssh -F ${config}`,
            "--sshlogin",
            "one,two",
            vet,
            ":::",
            ...parts.map(String),
          ],
          {
            cwd: directory,
            stdio: "inherit",
            env: { ...process.env, HOME: directory },
          },
        );
        const ended = new Promise<number | null>((resolve) =>
          run.on("close", resolve),
        );
        if (dies) {
          await bothAtWork(join(directory, "evidence"));
          if (machines["two"]) die(machines["two"]);
          service.release();
        }
        expect(await ended).toBe(0);
        const rows = parts.flatMap((part) =>
          readFileSync(join(directory, `part-${part}.ndjson`), "utf8")
            .trim()
            .split("\n")
            .map((row) => JSON.parse(row)),
        );
        expect(rows.map(({ verdict }) => verdict)).toEqual(
          numbers.map(() => "pass"),
        );
        // That of the machine which died was cut off, and stays.
        const evidence = readdirSync(join(directory, "evidence"));
        expect(evidence.length > parts.length).toBe(dies);
        const found = rows.map(({ dot_number }) => Number(dot_number));
        expect(found.sort((one, other) => one - other)).toEqual(
          numbers.map(Number),
        );
      },
    );
  },
);
