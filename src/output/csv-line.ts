/** A line of CSV (RFC 4180, but with LF as Unix tools write it): cells are quoted only where that is needed. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(",")}\n`;
}

const special = /[",\n\r]/;

function quoted(cell: string): string {
  return special.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
