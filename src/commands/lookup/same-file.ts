/** The files that a lookup reads and writes are all different. */
import { type Context, configPathOf } from "../../runtime/context.ts";
import { refuseSharedFiles, sameFile } from "../same-file.ts";
import type { LookupInputs } from "./inputs.ts";
import type { LookupFlags } from "./plan.ts";
import { fileOf } from "./standard-streams.ts";

/** @throws {UsageError} for two that are one file; nothing is opened before */
export async function refuseSameFile(
  { host, settings }: Context,
  { files, fromStdin }: LookupInputs,
  flags: LookupFlags,
): Promise<void> {
  const { output, "api-key-file": keyFile } = settings.values;
  const [rows, rejects] = [fileOf(output), fileOf(flags.rejects)];
  if (rows === undefined && flags.rejects !== undefined && rejects === undefined)
    throw sameFile("--output", "--rejects");
  await refuseSharedFiles(host, {
    written: [
      { role: "--output", path: rows },
      { role: "--rejects", path: rejects },
    ],
    read: [
      ...files.map((path) => ({ role: "--file", path })),
      { role: "--api-key-file", path: keyFile },
      { role: "the configuration file", path: configPathOf(host, flags) },
    ],
    toStdout: rows === undefined || flags.rejects === "-",
    fromStdin,
  });
}
