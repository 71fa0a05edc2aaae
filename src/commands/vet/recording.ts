/** What a run says about itself: in the first line of its evidence, and in every report. */
import { quoteInput } from "../../dot-number.ts";
import { decode } from "../../files/read.ts";
import { sha256 } from "../../files/sha256.ts";
import type { EvidenceRun } from "../../vet/evidence.ts";
import type { Earlier } from "../../vet/history.ts";
import type { InvalidLine, RunHeader, SourceText } from "../../vet/model.ts";
import type { Plan } from "./options.ts";

export function headerOf({ context, asOf, policy, options, recorded }: Plan, service: string): RunHeader {
  const { host, settings } = context;
  return {
    tool: { name: "usdot", version: host.version },
    as_of: asOf,
    policy: { name: policy.name, sha256: policy.sha256 },
    service,
    reference: recorded?.run.reference ?? options.reference ?? null,
    by: recorded ? recorded.run.by : (settings.values.by ?? null),
  };
}

/** A longer list, or a workbook, is kept by its hash alone. */
const maxStoredList = 16 * 2 ** 20;

export function runOf(plan: Plan, header: RunHeader, earlier: Earlier | undefined): EvidenceRun {
  const { policy, waivers, inputs } = plan;
  const stored = ({ path, sha256, text }: SourceText) => ({ path, sha256, text });
  const lists = inputs.lists.map(({ source, bytes }) => {
    const isText = bytes.length <= maxStoredList && bytes.toString("latin1", 0, 2) !== "PK";
    return { path: source, sha256: sha256(bytes), ...(isText && { text: decode(bytes) }) };
  });
  return {
    ...header,
    policy: { ...header.policy, text: policy.text },
    waivers: waivers ? stored(waivers) : null,
    lists: [...policy.lists.map(stored), ...lists],
    shard: shardOf(plan),
    invalid: invalidIn(plan),
    compared: earlier?.sha256 ?? null,
  };
}

/** The lines of the list that are not USDOT numbers. */
export function invalidIn({ inputs, recorded }: Plan): readonly InvalidLine[] {
  if (recorded) return recorded.run.invalid;
  return inputs.inputs.flatMap(({ place = null, ...input }) =>
    "invalid" in input ? [{ place, text: quoteInput(input.text), invalid: input.invalid }] : [],
  );
}

/** The part of the list that is vetted, such as `3/8`; null for all of it. */
export function shardOf({ options: { shard }, recorded }: Plan): string | null {
  if (recorded) return recorded.run.shard;
  return shard === undefined ? null : `${shard.part}/${shard.of}`;
}
