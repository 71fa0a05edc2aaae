/** What a run judges by: the policy with its lists, and the waivers. */
import { dirname, resolve } from "node:path";
import { readText } from "../../files/read.ts";
import type { Context } from "../../runtime/context.ts";
import { defaultPolicy } from "../../vet/default-policy.ts";
import type { EvidenceRun } from "../../vet/evidence.ts";
import { type Policy, parsePolicy } from "../../vet/policy.ts";
import { parseWaivers } from "../../vet/waivers.ts";

/** The policy that the settings name, or the built-in one. */
export async function loadPolicy(
  { host, settings, reporter }: Context,
  isComparing = false,
): Promise<Policy> {
  const { policy: path } = settings.values;
  if (path === undefined) return defaultPolicy({ comparing: isComparing });
  const file = resolve(host.cwd, path);
  const readList = (list: string) => readText(resolve(dirname(file), list));
  const policy = await parsePolicy(await readText(file), { path, readList });
  for (const { line, column, message } of policy.cautions)
    reporter.warning(`${path}:${line}:${column}: ${message}`);
  return policy;
}

/** The policy of a recorded run, with the lists as they were. */
export function recordedPolicy({
  policy,
  lists,
}: EvidenceRun): Promise<Policy> {
  const readList = (path: string) =>
    lists.find((list) => list.path === path)?.text ?? "";
  return parsePolicy(policy.text, { path: "the recorded policy", readList });
}

/** The waivers that an option names; without one those of a recorded run. */
export async function loadWaivers(
  { host }: Context,
  path: string | undefined,
  recorded?: EvidenceRun,
) {
  if (path !== undefined)
    return parseWaivers(await readText(resolve(host.cwd, path)), path);
  const { path: name = "", text } = recorded?.waivers ?? {};
  return text === undefined ? undefined : parseWaivers(text, name);
}
