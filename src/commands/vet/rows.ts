/** Verdicts beside the user's own rows of a spreadsheet (`--keep-columns`). */
import { quoteInput } from "../../dot-number.ts";
import {
  type AddedColumns,
  keptCsv,
  keptWorkbook,
  type OwnRows,
  refuseTakenColumns,
} from "../../output/keep-columns.ts";
import { reportColumns, reportRow } from "../../output/reports/data.ts";
import type { Run, Vetted } from "../../vet/model.ts";
import { type Inputs, ownRows } from "../lookup/inputs.ts";

/** Our columns beside the user's own, with what a dispatcher reads first. Where a row stands is where it is. */
const first = ["verdict", "messages", "legal_name"] as const;
const columns = [...new Set([...first, ...reportColumns])].filter((column) => column !== "place");
const headers = ["verdict", "reasons", "name_of_record", ...columns.slice(first.length)];

/** The user's rows, to which verdicts can be added. */
export function rowsToKeep(inputs: Inputs): OwnRows {
  const own = ownRows(inputs);
  refuseTakenColumns(own.table, own.source, headers);
  return own;
}

export function rowsOf(inputs: Inputs, format: string, { header, carriers }: Run): string | Promise<Uint8Array> {
  const { table, ...own } = rowsToKeep(inputs);
  const byNumber = new Map<string, Vetted>(carriers.map((vetted) => [vetted.dossier.dotNumber, vetted]));
  const added: AddedColumns = {
    headers,
    inputs: own.inputs,
    values(input) {
      const vetted = "dotNumber" in input ? byNumber.get(input.dotNumber) : undefined;
      if (vetted) return reportRow(vetted, header, columns);
      // A filter on "not fail" must hide nothing that nobody has looked at.
      const said = ["review", "invalid" in input ? `${quoteInput(input.text)} ${input.invalid}` : "not judged"];
      return headers.map((_, at) => said[at]);
    },
  };
  return format === "xlsx" ? keptWorkbook(table, added) : keptCsv(table, added);
}
