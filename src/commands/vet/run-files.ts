/** The files that a run reads and writes are all different. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Context } from "../../runtime/context.ts";
import { isOfHistory } from "../../vet/history.ts";
import type { Policy } from "../../vet/policy.ts";
import { type NamedPath, refuseSharedFiles } from "../files.ts";
import type { VetOptions } from "./options.ts";
import { listFiles } from "./policy-files.ts";
import type { Target } from "./report-files.ts";

/**
 * Refuses a run that would write a file it reads, or write one twice.
 *
 * @param lists as they were typed
 * @throws {UsageError}
 */
export async function refuseOverwriting(
  context: Context,
  targets: readonly Target[],
  options: VetOptions,
  policy: Policy,
  lists: readonly string[] = [],
): Promise<void> {
  const { evidence, rejects, waivers, from, reuse = [], since, history } = options;
  const named = (role: string, paths: readonly string[]): NamedPath[] => paths.map((path) => ({ role, path }));
  return refuseSharedFiles(
    context,
    [
      ...targets.map(({ option, path = "-" }) => ({ role: option, path })),
      { role: "--evidence", path: evidence },
      { role: "--rejects", path: rejects },
    ],
    [
      ...listFiles(context, policy),
      { role: "--waivers", path: waivers },
      ...named("--file", lists),
      { role: "--from", path: from },
      ...named("--reuse", reuse),
      { role: "--since", path: since === "none" ? undefined : since },
      ...named("--history", history === undefined ? [] : await historyFiles(history)),
    ],
  );
}

async function historyFiles(history: string): Promise<string[]> {
  // One that is missing is created, and one that cannot be read is refused when it is opened.
  const names = await readdir(history).catch(() => []);
  return names.filter(isOfHistory).map((name) => join(history, name));
}
