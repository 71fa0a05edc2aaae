/** A reader of XML for tests: strict about what it meets, and knowing no more than our reports use. */

export interface Element {
  name: string;
  attributes: Record<string, string>;
  /** Its own text, without that of elements in it. */
  text: string;
}

const token = /<\?xml[^?]*\?>|<(\/?)([a-z-]+)((?: [a-z]+="[^"<]*")*)(\/?)>|([^<]+)/gy;
const entities: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#xD": "\r",
  "#xA": "\n",
  "#x9": "\t",
};

/**
 * The elements of a document, in the order of their ends.
 *
 * @throws when it is not well-formed
 */
export function xmlDocument(xml: string): Element[] {
  const open: Element[] = [];
  const elements: Element[] = [];
  let at = 0;
  for (const [whole, close, name, attributes = "", empty, text] of xml.matchAll(token)) {
    at += whole.length;
    const parent = open.at(-1);
    if (text !== undefined && parent) parent.text += unescaped(text);
    if (name === undefined) continue;
    if (close === "/") {
      if (parent?.name !== name) throw new Error(`</${name}> closes <${parent?.name}>`);
      elements.push(open.pop() as Element);
      continue;
    }
    const element = { name, attributes: attributesOf(attributes), text: "" };
    if (empty === "/") elements.push(element);
    else open.push(element);
  }
  if (at !== xml.length || open.length > 0) throw new Error(`not well-formed at ${xml.slice(at, at + 40)}`);
  return elements;
}

function attributesOf(text: string): Record<string, string> {
  return Object.fromEntries(
    Array.from(text.matchAll(/([a-z]+)="([^"]*)"/g), ([, name, value]) => [name as string, unescaped(value as string)]),
  );
}

function unescaped(text: string): string {
  return text.replace(/&([^;]*);|[&\r]/g, (whole, name: string | undefined) => {
    const character = entities[name ?? ""];
    if (character === undefined) throw new Error(`${whole} is no entity`);
    return character;
  });
}
