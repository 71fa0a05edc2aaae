/**
 * The sheets of an Excel workbook (.xlsx). What real programs leave out of its
 * XML is optional here.
 */
import { unzipSync } from "fflate";
import { refuse, UsdotError } from "../errors.ts";
import { decode, refuseLarge } from "../files/read.ts";
import { saveHint } from "./input.ts";
import {
  type CellParts,
  type CellStyle,
  isOn,
  type SheetContent,
  sheetContent,
} from "./worksheet.ts";
import { eachElement, innerText } from "./xml.ts";

export interface Sheet extends SheetContent {
  name: string;
  isHidden: boolean;
}

/** A workbook of 50,000 rows and 20 columns unpacks to 60 MB. */
const maxUnpacked = 256 * 2 ** 20;
const neededParts =
  /(?:workbook|sharedstrings|styles|sheet)[^/\\]*\.xml(?:\.rels)?$/i;

/** What else is a zip file, by a part that it has. */
const otherZipFiles: readonly (readonly [part: RegExp, what: string])[] = [
  [/^content\.xml$/, "an OpenDocument spreadsheet (.ods)"],
  [/workbook\.bin$/, "a binary Excel workbook (.xlsb)"],
];

/** All sheets in their order, those without cells, such as charts, as well. */
export function readWorkbook(bytes: Buffer, source: string): Sheet[] {
  try {
    return sheetsIn(unzipped(bytes, source));
  } catch (cause) {
    if (cause instanceof UsdotError) throw cause;
    refuse(
      `${source} is not an Excel workbook, or it is damaged or cut off`,
      saveHint,
      cause,
    );
  }
}

/**
 * The parts that are read, by lower-case names. Their sizes are known before
 * anything is unpacked.
 */
function unzipped(bytes: Buffer, source: string): Map<string, Uint8Array> {
  let left = maxUnpacked;
  const files = unzipSync(bytes, {
    filter({ name, originalSize }) {
      const [, other] = otherZipFiles.find(([part]) => part.test(name)) ?? [];
      if (other) refuse(`${source} is ${other}`, saveHint);
      if (!neededParts.test(name)) return false;
      left -= originalSize;
      if (left >= 0) return true;
      refuseLarge(`${source} unpacked, by the sizes in it,`, maxUnpacked);
    },
  });
  return new Map(
    Object.entries(files).map(([name, file]) => [partName(name), file]),
  );
}

function partName(path: string): string {
  return path.toLowerCase().replaceAll("\\", "/");
}

function sheetsIn(files: ReadonlyMap<string, Uint8Array>): Sheet[] {
  const bookPath = /^(|.*\/)(workbook\d*\.xml)$/;
  const matches = Array.from(files.keys(), (name) => bookPath.exec(name));
  const [path, folder = "", file = ""] = matches.find((match) => match) ?? [];
  const xmlOf = (name = "") => {
    const part = files.get(name);
    return part ? decode(part) : "";
  };
  const targets = targetsIn(xmlOf(`${folder}_rels/${file}.rels`), folder);
  const book: CellParts = {
    shared: sharedTexts(xmlOf(targets.get("sharedStrings"))),
    styles: stylesIn(xmlOf(targets.get("styles"))),
    dayZero: Date.UTC(1899, 11, 30),
  };
  const sheets: Sheet[] = [];
  eachElement(xmlOf(path), {
    workbookPr({ attributes: { date1904 } }) {
      if (isOn(date1904)) book.dayZero = Date.UTC(1904, 0, 1);
    },
    sheet({ attributes: { name = "", id = "", state = "visible" } }) {
      const xml = xmlOf(targets.get(id));
      if (xml === "") throw new Error(`no part of the sheet ${name}`);
      sheets.push({
        name,
        isHidden: state !== "visible",
        ...sheetContent(xml, book),
      });
    },
  });
  if (sheets.length === 0) throw new Error("no sheets");
  return sheets;
}

/** Where the other parts are, by their identifiers and by what they are. */
function targetsIn(xml: string, folder: string): Map<string, string> {
  const targets = new Map<string, string>();
  eachElement(xml, {
    Relationship({ attributes: { Id = "", Type = "", Target = "" } }) {
      const target = /^\//.test(Target) ? Target.slice(1) : folder + Target;
      for (const key of [Id, Type.slice(Type.lastIndexOf("/") + 1)])
        targets.set(key, partName(target));
    },
  });
  return targets;
}

/** The texts that cells share, in the order by which cells name them. */
function sharedTexts(xml: string): string[] {
  const texts: string[] = [];
  eachElement(xml, { si: (element) => texts.push(innerText(element)) });
  return texts;
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
  5: "$#,##0;($#,##0)",
  6: "$#,##0;[Red]($#,##0)",
  7: "$#,##0.00;($#,##0.00)",
  8: "$#,##0.00;[Red]($#,##0.00)",
  9: "0%",
  10: "0.00%",
  14: "m/d/yyyy",
  15: "d-mmm-yy",
  16: "d-mmm",
  17: "mmm-yy",
  18: "h:mm AM/PM",
  19: "h:mm:ss AM/PM",
  20: "h:mm",
  21: "h:mm:ss",
  22: "m/d/yyyy h:mm",
  37: "#,##0;(#,##0)",
  38: "#,##0;[Red](#,##0)",
  39: "#,##0.00;(#,##0.00)",
  40: "#,##0.00;[Red](#,##0.00)",
  45: "mm:ss",
  46: "[h]:mm:ss",
  49: "@",
};

/** Reads the part `styles.xml`: the styles in the order by which cells name them. */
function stylesIn(xml: string): CellStyle[] {
  const codes: Record<string, string | undefined> = { ...builtIn };
  const styles: CellStyle[] = [];
  eachElement(xml, {
    numFmt({ attributes: { numFmtId = "", formatCode } }) {
      codes[numFmtId] = formatCode === "General" ? undefined : formatCode;
    },
    cellXfs({ children }) {
      for (const { attributes } of children) {
        const { numFmtId = "", fillId, fontId, borderId } = attributes;
        const code = codes[numFmtId];
        styles.push({
          code,
          isDate: isDateCode(code),
          // The fills 0 and 1 are none and a pattern that nobody chooses.
          isStyled:
            Number(fillId) > 1 || Number(fontId) > 0 || Number(borderId) > 0,
        });
      }
    },
  });
  return styles;
}

/**
 * A date has a day, a month, a year or an hour in its code: outside of quotes,
 * and of brackets such as `[Magenta]`.
 */
function isDateCode(code = ""): boolean {
  const plain = code.replace(
    /"[^"]*"|[\\_*].|\[(?!(?:h+|m+|s+)\])[^\]]*\]|General/gi,
    "",
  );
  return /[ymdhs]/i.test(plain);
}
