/** What a run says about itself: in the first line of its evidence, and in every report. */
import { quoteInput } from "../../dot-number.ts";
import { decode } from "../../files/read.ts";
import { sha256 } from "../../files/sha256.ts";
import type { Input } from "../../input/input.ts";
import type { EvidenceRun } from "../../vet/evidence.ts";
import type { Earlier } from "../../vet/history.ts";
import type { InvalidLine, RunHeader } from "../../vet/model.ts";
import type { Plan } from "./options.ts";

export function headerOf({ context, asOf, policy, about }: Plan, service: string): RunHeader {
  return {
    tool: { name: "usdot", version: context.host.version },
    as_of: asOf,
    policy: { name: policy.name, sha256: policy.sha256 },
    service,
    reference: about.reference,
    by: about.by,
  };
}

/** A longer list, or a workbook, is kept by its hash alone. */
const maxStoredList = 16 * 2 ** 20;

export function runOf(plan: Plan, header: RunHeader, earlier: Earlier | undefined): EvidenceRun {
  const { policy, waivers, inputs, about } = plan;
  const lists = inputs.lists.map(({ source, bytes }) => {
    const isText = bytes.length <= maxStoredList && bytes.toString("latin1", 0, 2) !== "PK";
    return { path: source, sha256: sha256(bytes), ...(isText && { text: decode(bytes) }) };
  });
  return {
    ...header,
    policy: { ...header.policy, text: policy.text },
    waivers: waivers ? { path: waivers.path, sha256: waivers.sha256, text: waivers.text } : null,
    lists: [...policy.lists, ...lists],
    ...about,
    compared: earlier?.sha256 ?? null,
  };
}

/** The lines of a list that are not USDOT numbers. */
export function invalidIn(inputs: readonly Input[]): InvalidLine[] {
  return inputs.flatMap(({ place = null, ...input }) =>
    "invalid" in input ? [{ place, text: quoteInput(input.text), invalid: input.invalid }] : [],
  );
}
