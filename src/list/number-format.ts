/**
 * The number formats of a workbook's cells: whether a number is a date, and how
 * it is shown.
 */
import { type Element, eachElement } from "./xml.ts";

/** What the style of a cell says. */
export interface NumberFormat {
  /** `#,##0`; undefined is General. */
  code: string | undefined;
  isDate: boolean;
  hasFill: boolean;
}

/**
 * Formats that have a number but no code in the file (ECMA-376, 18.8.30): those
 * that a list of carriers may have.
 */
const builtIn: Record<string, string> = {
  1: "0",
  2: "0.00",
  3: "#,##0",
  4: "#,##0.00",
  9: "0%",
  10: "0.00%",
  14: "m/d/yyyy",
  15: "d-mmm-yy",
  16: "d-mmm",
  17: "mmm-yy",
  18: "h:mm AM/PM",
  20: "h:mm",
  22: "m/d/yyyy h:mm",
  37: "#,##0;(#,##0)",
  39: "#,##0.00;(#,##0.00)",
  49: "@",
};

/** Reads the part `styles.xml`: the formats in the order by which cells name them. */
export function formatsIn(xml: string): NumberFormat[] {
  const codes: Record<string, string> = { ...builtIn };
  const formats: NumberFormat[] = [];
  eachElement(xml, {
    numFmt({ attributes: { numFmtId = "", formatCode = "" } }) {
      codes[numFmtId] = formatCode;
    },
    cellXfs({ children }) {
      for (const style of children) formats.push(numberFormat(style, codes));
    },
  });
  return formats;
}

function numberFormat(
  { attributes: { numFmtId = "", fillId } }: Element,
  codes: Record<string, string>,
): NumberFormat {
  const code = codes[numFmtId];
  // The fills 0 and 1 are none and a pattern that nobody chooses.
  return {
    code: code === "General" || code === "" ? undefined : code,
    isDate: code !== undefined && isDateCode(code),
    hasFill: Number(fillId) > 1,
  };
}

/**
 * A date has a day, a month, a year or an hour in its code: outside of quotes,
 * and of brackets such as `[Magenta]`.
 */
function isDateCode(code: string): boolean {
  const plain = code.replace(
    /"[^"]*"|[\\_*].|\[(?!(?:h+|m+|s+)\])[^\]]*\]|General/gi,
    "",
  );
  return /[ymdhs]/i.test(plain);
}
