/** The files that a vet run reads and writes are all different. */
import { type Context, configPathOf } from "../../runtime/context.ts";
import type { Policy } from "../../vet/policy.ts";
import { listPath } from "../../vet/policy-parser.ts";
import { fileOf } from "../lookup/standard-streams.ts";
import { refuseSharedFiles } from "../same-file.ts";
import type { VetFlags } from "./flags.ts";
import type { Target } from "./report-files.ts";

/** @throws {UsageError} for two that are one file; nothing is opened before */
export async function refuseSameFile(
  { host, settings }: Context,
  flags: VetFlags,
  targets: readonly Target[],
  policy: Policy,
): Promise<void> {
  const { policy: policyPath, "api-key-file": keyFile } = settings.values;
  const lists = policyPath === undefined ? [] : policy.lists.map(({ path }) => listPath(policyPath, path));
  const { file = [], waivers, from, reuse = [], since, evidence, rejects } = flags;
  await refuseSharedFiles(host, {
    written: [
      ...targets.map(({ option, path }) => ({ role: option, path })),
      { role: "--evidence", path: evidence },
      { role: "--rejects", path: fileOf(rejects) },
    ],
    read: [
      { role: "--policy", path: policyPath },
      ...lists.map((path) => ({ role: "a list of the policy", path })),
      { role: "--waivers", path: waivers },
      ...file.map((path) => ({ role: "--file", path: fileOf(path) })),
      { role: "--from", path: fileOf(from) },
      ...reuse.map((path) => ({ role: "--reuse", path })),
      { role: "--since", path: since === "none" ? undefined : since },
      { role: "--api-key-file", path: keyFile },
      { role: "the configuration file", path: configPathOf(host, flags) },
    ],
    toStdout: targets.some(({ path }) => path === undefined),
    fromStdin: false,
  });
}
