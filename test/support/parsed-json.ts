/**
 * What a JSON text means, with objects as lists of their keys and values: `JSON.parse` of Node 24 and 26 takes some escaped keys for
 * others (nodejs/node#63785).
 */
export function parsedJson(text: string): unknown {
  const instead: Readonly<Record<string, string>> = { "{": "[", "}": "]", ":": ',":",' };
  return JSON.parse(text.replace(/"(?:[^"\\]|\\.)*"|[{}:]/g, (token) => instead[token] ?? token));
}
