import { deepEqual, doesNotMatch, equal } from "node:assert/strict";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  compactJson,
  jsonElements,
  jsonMembers,
  jsonObject,
  jsonPicker,
  prettyJson,
  readJson,
  readJsonObject,
} from "../../src/text/json-text.ts";
import { anyCharacter } from "../support/characters.ts";
import { parsedJson } from "../support/parsed-json.ts";

/** JSON as a list of tokens: joined, they are the compact text; with whitespace in between, the same JSON in another layout. */
type Tokens = string[];

const numbers = [
  "0",
  "-0",
  "1.0",
  "1e2",
  "1E+2",
  "-1.5e-7",
  "9007199254740993",
  "123456789012345678901234567890",
  `0.${"123456789".repeat(4)}`,
];
const number = fc.constantFrom(...numbers);
const keyword = fc.constantFrom("null", "true", "false");
/** Strings full of JSON syntax and escape sequences. */
const string = fc
  .array(
    fc.constantFrom(
      '\\"',
      "\\\\",
      "\\/",
      "\\u0041",
      "\\n",
      " ",
      ", ",
      "{",
      "}",
      "[ ",
      " ]",
      ":",
      " : ",
      "a",
      "é",
      "1",
      " 2",
      "true",
    ),
  )
  .map((pieces) => `"${pieces.join("")}"`);
const key = fc.oneof(string, fc.constantFrom('"__proto__"', '"a"', '"constructor"', '"\\u0061"', '""'));

const { value } = fc.letrec<{ value: Tokens; array: Tokens; object: Tokens }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(number, keyword, string).map((token) => [token]),
    tie("array"),
    tie("object"),
  ),
  array: fc.array(tie("value"), { maxLength: 4 }).map((values) => ["[", ...separated(values), "]"]),
  object: fc
    .array(fc.tuple(key, tie("value")), { maxLength: 4 })
    .map((members) => ["{", ...separated(members.map(([name, member]) => [name, ":", ...member])), "}"]),
}));

function separated(parts: Tokens[]): Tokens {
  return parts.flatMap((part, index) => (index === 0 ? part : [",", ...part]));
}

const gaps = fc.array(fc.constantFrom("", "", " ", "  ", "\n", "\t", "\r\n", " \n  "), { minLength: 1, maxLength: 20 });

/** The tokens with whitespace before, between and after them. */
function loose(tokens: Tokens, spaces: string[]): string {
  return tokens.map((token, index) => spaces[index % spaces.length] + token).join("") + (spaces[0] ?? "");
}

const runs = { numRuns: 1000 };

describe("compactJson", () => {
  test("removes the whitespace between tokens and nothing else", () => {
    fc.assert(
      fc.property(value, gaps, (tokens, spaces) => {
        equal(compactJson(loose(tokens, spaces)), tokens.join(""));
      }),
      { numRuns: 3000 },
    );
  });

  test("finds a single space anywhere", () => {
    fc.assert(
      fc.property(value, fc.nat(), (tokens, where) => {
        const at = where % (tokens.length + 1);
        equal(compactJson(`${tokens.slice(0, at).join("")} ${tokens.slice(at).join("")}`), tokens.join(""));
      }),
      { numRuns: 3000 },
    );
  });

  test.each([
    "{ }",
    "[ ]",
    " 1",
    "1 ",
    '{"a" :1}',
    '{"a": 1}',
    '{"a":1 }',
    '{ "a":1}',
    "[1 ,2]",
    "[1, 2]",
    "[ 1]",
    "[1 ]",
    "[1, -2]",
    "[1, true]",
    "[1, false]",
    "[1, null]",
    '["a", "b"]',
    "[1, [2]]",
    "[1, {}]",
    "[1,  2]",
    "1\n",
    "\t1",
    "[\r1]",
  ])("compacts %j", (text) => {
    expect(compactJson(text)).toBe(text.replace(/\s/g, ""));
  });

  test("keeps the meaning of the text, whatever its strings contain", () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: anyCharacter }), fc.constantFrom(undefined, 1, "\t"), (json, space) => {
        const compact = compactJson(JSON.stringify(json, null, space));
        deepEqual(parsedJson(compact), parsedJson(JSON.stringify(json)));
        doesNotMatch(compact, /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029]/u);
      }),
      runs,
    );
  });

  test.each([
    ['"\u007f"', '"\\u007f"'],
    ['"\u009b2J"', '"\\u009b2J"'],
    ['"\u202e"', '"\\u202e"'],
    ['{"\u200bkey":"\u2028"}', '{"\\u200bkey":"\\u2028"}'],
    ['"\u{e0041}"', '"\\udb40\\udc41"'],
    ['"\ud800"', '"\\ud800"'],
    ['[ "\\\\\u007f" ]', '["\\\\\\u007f"]'],
  ])("escapes the unsafe characters in %j", (text, shown) => {
    expect(compactJson(text)).toBe(shown);
    expect(JSON.parse(shown)).toEqual(JSON.parse(text));
  });

  test.each([
    '"Ñandú, 運送 🚚"',
    '"\\u001b stays as it was written \\ud83d"',
    '{"a":"x , y","a":{"__proto__":[]},"b":[1.0,1e2,-0]}',
    '"ends in a backslash \\\\"',
    '"a \\" , b"',
    '""',
  ])("leaves %s unchanged", (text) => {
    expect(compactJson(text)).toBe(text);
  });
});

describe("prettyJson", () => {
  test("indents like JSON.stringify", () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: "grapheme-ascii" }), (json) => {
        equal(prettyJson(JSON.stringify(json)), JSON.stringify(json, null, 2));
      }),
      runs,
    );
  });

  test("changes no token", () => {
    fc.assert(
      fc.property(value, gaps, (tokens, spaces) => {
        const pretty = prettyJson(loose(tokens, spaces));
        equal(compactJson(pretty), tokens.join(""));
        equal(prettyJson(pretty), pretty);
      }),
      runs,
    );
  });

  test("keeps empty brackets together, and whitespace in strings as it is", () => {
    expect(prettyJson('{"a":[ ],"b":{ },"c":[{}, []],"d":"{ }, [ ]:"}')).toBe(
      ["{", '  "a": [],', '  "b": {},', '  "c": [', "    {},", "    []", "  ],", '  "d": "{ }, [ ]:"', "}"].join("\n"),
    );
    expect(prettyJson(" [ ] ")).toBe("[]");
    expect(prettyJson(" 1.0 ")).toBe("1.0");
    expect(prettyJson('"\u202e"')).toBe('"\\u202e"');
  });

  test("adds the margin to every line but the first", () => {
    expect(prettyJson('{"a":[1]}', "> ")).toBe('{\n>   "a": [\n>     1\n>   ]\n> }');
  });

  test("indents a hundred levels, and keeps deeper values on one line", () => {
    const nested = (depth: number, inner: string) => `${"[".repeat(depth)}${inner}${"]".repeat(depth)}`;
    const laidOut = (depth: number) => JSON.stringify(JSON.parse(nested(depth, '{"a":1,"b":2}')), null, 2);
    expect(prettyJson(nested(98, '{"a":1,"b":2}'))).toBe(laidOut(98));
    expect(prettyJson(nested(99, '{"a":1,"b":2}'))).toBe(laidOut(99));
    expect(prettyJson(nested(100, '{"a":1,"b":2}'))).toBe(laidOut(100).replace(/\{[^}]*\}/, '{"a":1,"b":2}'));
    expect(prettyJson(nested(100, '[1,[]],{"a":{}}'))).toContain(
      `\n${" ".repeat(200)}[1,[]],\n${" ".repeat(200)}{"a":{}}\n`,
    );
  });

  test("stays compact when indenting would make it a megabyte larger than four times its size", () => {
    const zeros = (count: number) => `${"[".repeat(100)}${"0,".repeat(count)}0${"]".repeat(100)}`;
    const size = (count: number) => prettyJson(zeros(count)).length;
    // 202 characters per zero (a comma, a newline, 200 spaces), eight of which the allowed growth covers.
    const frame = size(0);
    const count = Math.floor((2 ** 20 + 4 * zeros(0).length - frame) / (203 - 8));
    expect(size(count - 50)).toBe(frame + 203 * (count - 50));
    expect(size(count + 200)).toBe(zeros(count + 200).length);
  });

  test("a deeply nested bomb neither overflows the stack nor fills memory", () => {
    const deep = "[".repeat(100_000) + "]".repeat(100_000);
    expect(prettyJson(deep).replace(/\s/g, "")).toBe(deep);
    expect(prettyJson(deep).length).toBeLessThan(250_000);
    const wide = `${"[".repeat(100)}${"0,".repeat(1_000_000)}0${"]".repeat(100)}`;
    expect(prettyJson(wide)).toBe(wide);
  });
});

describe("jsonElements", () => {
  test("returns the text of each element, unchanged", () => {
    fc.assert(
      fc.property(fc.array(value), gaps, (values, spaces) => {
        const texts = values.map((tokens) => loose(tokens, spaces));
        expect(jsonElements(`${spaces[0]}[${texts.join(",")}${spaces[0]}]\n`)).toEqual(
          texts.map((text) => text.trim()),
        );
      }),
      runs,
    );
  });

  test.each(["{}", "1", '"[1]"', "null", ' {"a":[1]}'])("%s is not an array", (text) => {
    expect(jsonElements(text)).toBeUndefined();
  });

  test("handles an empty array, and brackets and commas inside elements", () => {
    expect(jsonElements("[]")).toEqual([]);
    expect(jsonElements(" [ \n ] ")).toEqual([]);
    expect(jsonElements('["]",[1,2],{"a":[3,{"b":4}]} , "\\"],["]')).toEqual([
      '"]"',
      "[1,2]",
      '{"a":[3,{"b":4}]}',
      '"\\"],["',
    ]);
    expect(jsonElements("[[[]],[]]")).toEqual(["[[]]", "[]"]);
  });

  test("nesting uses no stack", () => {
    const deep = "[".repeat(100_000) + "]".repeat(100_000);
    expect(jsonElements(`[${deep},1]`)).toEqual([deep, "1"]);
  });

  test("terminates even for text that JSON.parse would reject", () => {
    expect(jsonElements('["a')).toEqual(['"a']);
    expect(jsonElements("[[1")).toEqual(["[1"]);
    expect(jsonElements('["a\\"')).toEqual(['"a\\"']);
  });
});

describe("jsonMembers", () => {
  test("returns the text of a member: of the last one when a key repeats, like JSON.parse", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(key, value)), gaps, (members, spaces) => {
        const text = loose(["{", ...separated(members.map(([name, tokens]) => [name, ":", ...tokens])), "}"], spaces);
        for (const [name] of members) {
          const last = members.findLast(([other]) => JSON.parse(other) === JSON.parse(name));
          equal(compactJson(jsonMembers(text)?.get(JSON.parse(name)) ?? ""), last?.[1].join(""));
        }
        equal(jsonMembers(text)?.get("absent"), undefined);
      }),
      runs,
    );
  });

  test("compares unescaped keys", () => {
    expect(jsonMembers('{"\\u0061" : 1.0 }')?.get("a")).toBe("1.0");
    expect(jsonMembers('{"\\u0061":1}')?.get("\\u0061")).toBeUndefined();
    expect(jsonMembers('{"a\\"b":1,"a":2}')?.get('a"b')).toBe("1");
    expect(jsonMembers('{"a\\"b":1,"a":2}')?.get("a")).toBe("2");
    expect(jsonMembers('{":":":"}')?.get(":")).toBe('":"');
    expect(jsonMembers('{"__proto__":{"a":1}}')?.get("__proto__")).toBe('{"a":1}');
  });

  test("looks only at the top level of an object", () => {
    expect(jsonMembers('{"b":{"a":1}}')?.get("a")).toBeUndefined();
    expect(jsonMembers("{}")?.get("toString")).toBeUndefined();
    expect(jsonMembers('[{"a":1}]')?.get("a")).toBeUndefined();
    expect(jsonMembers('["a",1]')?.get("a")).toBeUndefined();
    expect(jsonMembers("null")?.get("a")).toBeUndefined();
    expect(jsonMembers(' \n{"a": {"b" : null} }')?.get("a")).toBe('{"b" : null}');
  });
});

describe("readJson and readJsonObject", () => {
  test.each([
    ["{}", {}, {}],
    [' {"a": 1} ', { a: 1 }, { a: 1 }],
    ["[{}]", [{}], undefined],
    ["null", null, undefined],
    ['"text"', "text", undefined],
    ["0", 0, undefined],
    ["", undefined, undefined],
    ['{"a":', undefined, undefined],
  ])("%j", (text, value, object) => {
    expect(readJson(text)).toStrictEqual(value);
    expect(readJsonObject(text)).toStrictEqual(object);
  });
});

describe("jsonObject", () => {
  test("builds an object from raw texts", () => {
    expect(jsonObject([])).toBe("{}");
    expect(
      jsonObject([
        ["a", "1.0"],
        ['b"', ' { "c" : [ ] } '],
        ["__proto__", "null"],
      ]),
    ).toBe('{"a":1.0,"b\\"":{"c":[]},"__proto__":null}');
    expect(jsonObject([["\u202e", '"\u007f"']])).toBe('{"\\u202e":"\\u007f"}');
  });

  test("gives jsonMembers back what went in", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ unit: anyCharacter })),
        fc.array(value, { minLength: 1 }),
        (keys, values) => {
          const members = keys.map((name, index) => [name, (values[index % values.length] ?? []).join("")] as const);
          const text = jsonObject(members);
          for (const [name, raw] of members) equal(jsonMembers(text)?.get(name), raw);
        },
      ),
      runs,
    );
  });
});

describe("jsonPicker", () => {
  const carrier =
    '{"dot_number":"76830","legal_name":"ACME, INC","fleet":{"power_units":3.0,"drivers":null},"mc_number":null,"policies":[{"insurer_name":"A","coverage_amount":1e6},{"insurer_name":"B"},{}],"rate":0.10}';

  test.each([
    [["legal_name", "dot_number"], '{"legal_name":"ACME, INC","dot_number":"76830"}'],
    [["fleet.power_units"], '{"fleet":{"power_units":3.0}}'],
    [["fleet.drivers", "fleet.power_units"], '{"fleet":{"drivers":null,"power_units":3.0}}'],
    [["fleet.drivers", "rate", "fleet.power_units"], '{"fleet":{"drivers":null,"power_units":3.0},"rate":0.10}'],
    [["fleet"], '{"fleet":{"power_units":3.0,"drivers":null}}'],
    [["fleet", "fleet.drivers"], '{"fleet":{"power_units":3.0,"drivers":null}}'],
    [["fleet.drivers", "fleet"], '{"fleet":{"power_units":3.0,"drivers":null}}'],
    [["rate", "rate"], '{"rate":0.10}'],
    [["absent", "rate", "absent.too"], '{"absent":null,"rate":0.10}'],
    [["absent"], '{"absent":null}'],
    [["absent.too"], '{"absent":null}'],
    [[], "{}"],
    [["fleet.absent"], '{"fleet":{"absent":null}}'],
    [["mc_number"], '{"mc_number":null}'],
    [["mc_number.x"], '{"mc_number":null}'],
    [["legal_name.x.y"], '{"legal_name":"ACME, INC"}'],
    [["policies.insurer_name"], '{"policies":[{"insurer_name":"A"},{"insurer_name":"B"},{"insurer_name":null}]}'],
    [
      ["policies.coverage_amount", "policies.insurer_name"],
      '{"policies":[{"coverage_amount":1e6,"insurer_name":"A"},{"coverage_amount":null,"insurer_name":"B"},{"coverage_amount":null,"insurer_name":null}]}',
    ],
  ])("%j", (paths, picked) => {
    expect(jsonPicker(paths)(carrier)).toBe(picked);
  });

  test("filters a list element by element, and keeps nested lists and values that are not objects", () => {
    expect(jsonPicker(["a"])('[ {"a":1,"b":2}, null, 7, "x", [ {"a":1,"b":2} ], {"b":3} ]')).toBe(
      '[{"a":1},null,7,"x",[{"a":1,"b":2}],{"a":null}]',
    );
    expect(jsonPicker(["a.b"])('{"a":[]}')).toBe('{"a":[]}');
    expect(jsonPicker(["a"])(" 7 ")).toBe("7");
    expect(jsonPicker(["a"])(' \n{"a":1,"b":2}')).toBe('{"a":1}');
  });

  test("gives compact, safe text with the original tokens", () => {
    expect(jsonPicker(["a.b"])('{ "a" : { "b" : [ 1.0 , "\u202e" ] } , "c" : 1 }')).toBe('{"a":{"b":[1.0,"\\u202e"]}}');
    expect(jsonPicker(["a"])('{"a":1,"\\u0061":2.50}')).toBe('{"a":2.50}');
    expect(jsonPicker(['a"b', "__proto__.x"])('{"a\\"b":1,"__proto__":{"x":1}}')).toBe(
      '{"a\\"b":1,"__proto__":{"x":1}}',
    );
    expect(jsonPicker(["toString", "__proto__"])("{}")).toBe('{"toString":null,"__proto__":null}');
  });

  test("picks from many records", () => {
    const picked = jsonPicker(["a.b", "c"]);
    expect(picked('{"a":{"b":1,"x":2},"c":3}')).toBe('{"a":{"b":1},"c":3}');
    expect(picked('{"c":4,"a":{"b":5}}')).toBe('{"a":{"b":5},"c":4}');
  });

  test("nesting uses no stack", () => {
    const deep = "[".repeat(100_000) + "]".repeat(100_000);
    expect(jsonPicker(["a"])(`{"a":${deep},"b":1}`)).toBe(`{"a":${deep}}`);
    expect(jsonPicker(["a"])(deep)).toBe(deep);
  });

  test("picks what jsonMembers returns, or null", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.constantFrom<string>("a", "b", "c", "d")),
        fc.uniqueArray(fc.constantFrom<string>("a", "b", "c", "d", "e")),
        fc.array(value, { minLength: 4, maxLength: 4 }),
        (keys, paths, values) => {
          const record = new Map(keys.map((name, index) => [name, (values[index] ?? []).join("")]));
          const expected = paths.map((path) => `"${path}":${record.get(path) ?? null}`);
          equal(jsonPicker(paths)(jsonObject([...record])), `{${expected.join(",")}}`);
        },
      ),
      runs,
    );
  });
});
