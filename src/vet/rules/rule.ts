/** What a rule is: one declaration that the parser, the evaluation and the catalog read. */
import type * as z from "zod/mini";
import type { DotNumber } from "../../dot-number.ts";
import { lazy } from "../../text/lazy.ts";
import type { Earlier } from "../changes.ts";
import type { Filing } from "../cover.ts";
import type { Judgment, RecordName } from "../model.ts";
import type { ServiceRecord } from "../values.ts";

/** A parameter of a rule: how the parser checks it, and what the catalog says about it. */
export interface Parameter<S extends z.ZodMiniType = z.ZodMiniType> {
  /** Its messages follow the parameter's name: "must be a whole number". */
  schema: S;
  words: string;
  /** What is odd about a valid value, to follow it: `min 750 reads like thousands`. It is only a warning. */
  cautionOf?: (value: unknown) => string | undefined;
}

/** A file of entries, as a check sees it. */
export interface EntryList {
  path: string;
  entries: ReadonlySet<string>;
}

/** A parameter that names a file of entries, one per line. The parser of the policy reads it. */
export interface ListParameter extends Parameter<z.ZodMiniOptional<z.ZodMiniType<string>>> {
  /** Reads a line, which is not blank and no comment: what a check compares, or words that follow the quoted line. */
  readEntry: (line: string) => { entry: string } | { invalid: string };
}

export type ParameterSet = Readonly<Record<string, Parameter & Partial<Pick<ListParameter, "readEntry">>>>;

/** A rule's parameters as its check receives them: the schemas' output, and lists in place of their paths. */
export type ParameterValues<P extends ParameterSet> = {
  [K in keyof P]: P[K] extends ListParameter ? EntryList | undefined : z.output<P[K]["schema"]>;
};

/** The records that were answered. `summary` is the carrier record if that was asked for: it says all that a summary says. */
export type AnsweredRecords = Readonly<Partial<Record<RecordName, ServiceRecord | undefined>>>;

/** What a rule sees in addition to the records and its parameters. */
export interface RuleContext {
  dotNumber: DotNumber;
  /** The UTC day on which the run started. */
  today: number;
  /** The filings of the insurance record, read once for all rules; empty where it has no list of them. */
  filings(): readonly Filing[];
  /**
   * The carrier in the earlier run (`--since`); absent without one, and for a carrier that is not in it. A run that was cut off may not
   * have reached it.
   */
  before?: Earlier["before"];
}

/** Parameters that have to fit each other. */
export interface CrossCheck<V> {
  names: readonly string[];
  /** What is wrong with them though each is valid by itself: "needs allow or deny". */
  problemOf(parameters: V): string | undefined;
}

export interface Rule<P extends ParameterSet = ParameterSet> {
  /** As the policy has it: `authority.age`. */
  name: string;
  /** One sentence for the catalog. */
  summary: string;
  /** Made on first use: most runs use a dozen of thirty rules, and a schema takes a tenth of a millisecond. */
  parameters: () => P;
  /** The records that it needs. `summary` is the carrier record or, without one, the bulk summary. */
  needs: readonly RecordName[];
  /** Those that it needs in addition with some parameters. */
  alsoNeeds?(parameters: ParameterValues<P>): readonly RecordName[];
  /** The records that it also reads if another rule needs them. */
  reads?: readonly RecordName[];
  /** It also judges if the service does not have a record (404), which is unknown for other rules. */
  judgesWithoutRecord?: true;
  /** It compares with an earlier run, so `--since` is required. */
  needsSince?: true;
  /** When it passes, fails and is unknown, for the catalog. */
  outcomes: { passes: string; fails: string; unknown: string };
  /** Parameters of it that have to fit each other. */
  crossCheck?: CrossCheck<ParameterValues<P>>;
  /** Pure: no network, no clock. Every record that it needs is answered, unless it also judges without. */
  check(records: AnsweredRecords, parameters: ParameterValues<P>, context: RuleContext): Judgment;
}

/** Declares a rule. Parameter types are known within the declaration; the list of all rules does without them. */
export function defineRule<P extends ParameterSet>(rule: Rule<P>): Rule {
  return { ...rule, parameters: lazy(rule.parameters) };
}
