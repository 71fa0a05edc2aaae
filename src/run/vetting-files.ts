/** The files of vetting that settings and options name. */
import { dirname, resolve } from "node:path";
import { refuse } from "../errors.ts";
import { readTextFile } from "../files/read.ts";
import { sha256 } from "../files/sha256.ts";
import type { EvidenceRun } from "../vet/evidence/lines.ts";
import { parsePolicy, parseWaivers } from "../vet/policy/files.ts";
import {
  cautionsOf,
  defaultPolicy,
  hasRule,
  type Policy,
} from "../vet/policy/policy.ts";
import type { Waivers } from "../vet/policy/waivers.ts";
import { unchangedRule } from "../vet/rules/identity.ts";
import type { Context } from "./context.ts";

/**
 * The policy that the settings name, or the built-in one. Says what its author
 * should look at again.
 */
export async function loadPolicy(
  { host, settings, reporter }: Context,
  isComparing = false,
): Promise<Policy> {
  const { policy: path } = settings.values;
  if (path === undefined) return defaultPolicy({ isComparing });
  const file = resolve(host.cwd, path);
  const readList = (list: string) => readTextFile(resolve(dirname(file), list));
  const policy = await parsePolicy(await readTextFile(file), {
    path,
    readList,
  });
  reporter.warning(...cautionsOf(policy));
  return policy;
}

/** The files of a policy and of waivers that are not what they were when read. */
export async function changedFiles(
  context: Context,
  policy: Policy,
  waivers: Waivers | undefined,
): Promise<string[]> {
  const { host, settings } = context;
  const { policy: path } = settings.values;
  const paths = policyLists(context, policy);
  const files = [
    ...(path === undefined ? [] : [{ path, sha256: policy.sha256 }]),
    ...policy.lists.map(({ sha256 }, at) => ({ path: `${paths[at]}`, sha256 })),
    ...(waivers ? [waivers.file] : []),
  ];
  const changed: string[] = [];
  for (const { path, sha256: before } of files) {
    const text = await readTextFile(resolve(host.cwd, path)).catch(() => "");
    if (sha256(text) !== before) changed.push(path);
  }
  return changed;
}

/** The lists that a policy names, which no output may overwrite. */
export function policyLists(
  { host, settings }: Context,
  { lists }: Pick<Policy, "lists">,
): string[] {
  const directory = resolve(host.cwd, dirname(settings.values.policy ?? ""));
  return lists.map(({ path }) => resolve(directory, path));
}

/**
 * @throws {UsageError} for a policy that compares with an earlier run, where
 * there is none
 */
export function refuseComparing(policy: Policy, hint: string): void {
  if (hasRule(policy, unchangedRule.name))
    refuse("the rule unchanged needs an earlier run to compare with", hint);
}

/** The waivers that an option names; without one those of a recorded run. */
export async function loadWaivers(
  { host }: Context,
  path: string | undefined,
  recorded?: EvidenceRun,
): Promise<Waivers | undefined> {
  if (path !== undefined)
    return parseWaivers(await readTextFile(resolve(host.cwd, path)), path);
  const { path: name = "", text } = recorded?.waivers ?? {};
  return text === undefined ? undefined : parseWaivers(text, name);
}
