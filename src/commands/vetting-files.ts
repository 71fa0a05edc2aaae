/** The files of vetting that settings and options name. */
import { dirname, resolve } from "node:path";
import { refuse } from "../errors.ts";
import { readTextFile } from "../files/read.ts";
import { sha256 } from "../files/sha256.ts";
import type { Context } from "../run/context.ts";
import type { EvidenceHeader } from "../vet/evidence/lines.ts";
import { parsePolicy, parseWaivers } from "../vet/policy/files.ts";
import {
  cautionsOf,
  defaultPolicy,
  type Policy,
  ruleOf,
} from "../vet/policy/policy.ts";
import type { Waivers } from "../vet/policy/waivers.ts";
import { unchangedRule } from "../vet/rules/identity.ts";
import type { VettingBasis } from "../vet/run-notes.ts";

/** The policy that the settings name, or the built-in one. */
export async function loadPolicy(
  context: Context,
  isComparing = false,
): Promise<Policy> {
  const { host } = context;
  const { policy: path } = context.values;
  if (path === undefined) return defaultPolicy({ isComparing });
  const file = host.resolve(path);
  const readList = (list: string) => readTextFile(resolve(dirname(file), list));
  const text = await readTextFile(file);
  return readPolicy(context, text, { path, readList });
}

/** The policy that a recorded run was judged by. */
export async function recordedPolicy(
  context: Context,
  { policy: { sha256, text }, lists }: EvidenceHeader,
): Promise<Policy> {
  if (context.values.policy !== undefined)
    context.reporter.note(
      "judging by the recorded policy; to use the one in your settings, name it with --policy",
    );
  for (const isComparing of [false, true]) {
    const builtIn = await defaultPolicy({ isComparing });
    if (builtIn.sha256 === sha256) return builtIn;
  }
  const readList = (name: string) =>
    lists.find(({ path }) => path === name)?.text ?? "";
  return readPolicy(context, text, { path: "the recorded policy", readList });
}

/** Says what the author of a policy should look at again. */
async function readPolicy(
  { reporter }: Context,
  ...given: Parameters<typeof parsePolicy>
): Promise<Policy> {
  const policy = await parsePolicy(...given);
  reporter.warning(...cautionsOf(policy));
  return policy;
}

/**
 * A carrier that was denied since must not pass.
 * @throws {UsageError} where a file of a policy or of waivers is not what it was
 * when it was read
 */
export async function refuseChangedFiles(
  context: Context & Pick<VettingBasis, "policy" | "waivers">,
): Promise<void> {
  const { host, policy, waivers } = context;
  const { policy: path } = context.values;
  const paths = policyLists(context, policy);
  const files = [
    ...(path === undefined ? [] : [{ path, sha256: policy.sha256 }]),
    ...policy.lists.map(({ sha256 }, at) => ({ path: `${paths[at]}`, sha256 })),
    ...(waivers ? [waivers.file] : []),
  ];
  for (const { path, sha256: before } of files) {
    const text = await readTextFile(host.resolve(path)).catch(() => "");
    if (sha256(text) !== before)
      refuse(
        `${host.shownPath(path)} has changed since this server read it`,
        "tell whoever runs this server to restart it",
      );
  }
}

/** The lists that a policy names, which no output may overwrite. */
export function policyLists(
  { host, values }: Context,
  { lists }: Pick<Policy, "lists">,
): string[] {
  const directory = host.resolve(dirname(values.policy ?? ""));
  return lists.map(({ path }) => resolve(directory, path));
}

/**
 * @throws {UsageError} for a policy that compares with an earlier run, where
 * there is none
 */
export function refuseComparing(policy: Policy, hint: string): void {
  if (ruleOf(policy, unchangedRule.name))
    refuse("the rule unchanged needs an earlier run to compare with", hint);
}

/** The waivers that an option names; without one those of a recorded run. */
export async function loadWaivers(
  { host }: Context,
  path: string | undefined,
  recorded?: EvidenceHeader,
): Promise<Waivers | undefined> {
  if (path !== undefined)
    return parseWaivers(await readTextFile(host.resolve(path)), path);
  const { path: name = "", text } = recorded?.waivers ?? {};
  return text === undefined ? undefined : parseWaivers(text, name);
}
