/** A line of CSV (RFC 4180, but with LF as Unix tools write it): cells are quoted only where that is needed. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(",")}\n`;
}

function quoted(cell: string): string {
  const needsQuotes = cell.includes(",") || cell.includes('"') || cell.includes("\n") || cell.includes("\r");
  return needsQuotes ? `"${cell.replaceAll('"', '""')}"` : cell;
}
