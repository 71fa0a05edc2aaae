/** Reads the XML of a workbook, an element at a time. */
import { Parser } from "saxen";

/** Names are without their prefixes, values and text are decoded. */
export interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  text: string;
}

type Take = (element: Element) => void;

/**
 * Calls `take` with each element of these names, once it is complete. Empty
 * XML has none.
 */
export function eachElement(xml: string, take: Record<string, Take>): void {
  const unclosed: Element[] = [];
  const parser = new Parser();
  parser.on("openTag", (written, attributesOf, decode) => {
    const name = withoutPrefix(written);
    if (unclosed.length === 0 && !Object.hasOwn(take, name)) return;
    const attributes: Element["attributes"] = {};
    const all = attributesOf();
    for (const key in all)
      attributes[withoutPrefix(key)] = decode(all[key] ?? "");
    const element = { name, attributes, children: [], text: "" };
    unclosed.at(-1)?.children.push(element);
    unclosed.push(element);
  });
  const add = (text: string) => {
    const element = unclosed.at(-1);
    if (element) element.text += text;
  };
  parser.on("text", (text, decode) => add(decode(text)));
  parser.on("cdata", add);
  parser.on("closeTag", () => {
    const element = unclosed.pop();
    if (element && unclosed.length === 0) take[element.name]?.(element);
  });
  if (xml !== "") parser.parse(xml);
}

/** All text in an element, but for how a word is read aloud (`rPh`). */
export function innerText({ name, text, children }: Element): string {
  return name === "rPh" ? "" : text + children.map(innerText).join("");
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
