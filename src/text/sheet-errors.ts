/** What stands in a cell of a spreadsheet instead of a value. */

/** `=VLOOKUP(A2,B:B,1)`: what stands in a cell that was never computed. */
export const formula = /^=/;

/** `#N/A`, `#REF!`: what a spreadsheet shows where it cannot compute. */
export const sheetError = /^\s*#(?:N\/A|[A-Z/0]+[!?])\s*$/;

/** Completes a sentence: it has "an error". */
export function insteadOfValue(cell: string): string | undefined {
  if (formula.test(cell)) return "a formula without a value";
  return sheetError.test(cell) ? "an error" : undefined;
}
