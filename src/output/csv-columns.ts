/** The columns of a CSV file, which writing and continuing it agree on. */
import { listShown } from "./record-rows.ts";
import { columnsOf, type RowList, type View } from "./view.ts";

export interface CsvColumns {
  /** Where the values are in a record; also their headers, as `--fields` spells them. */
  paths: readonly string[];
  /** The list within the record that has a line per element; its length is the column after the values. */
  list: RowList | undefined;
  header: readonly string[];
}

/** The columns of a view: values, how many elements its list has, and why a line has no values. */
export function csvColumns(view: View, fields: readonly string[] | undefined): CsvColumns {
  const columns = columnsOf(view, "csv", fields);
  const list = listShown(view, columns);
  const paths = columns.map(({ path }) => path);
  return { paths, list, header: [...paths, ...(list ? [list.path] : []), "error"] };
}
