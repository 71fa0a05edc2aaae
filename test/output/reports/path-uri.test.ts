import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { pathUri } from "../../../src/output/reports/sarif.ts";

it.each([
  ["carriers.txt", "carriers.txt"],
  ["./lists/my carriers.txt", "lists/my%20carriers.txt"],
  ["lists\\a.txt", "lists/a.txt"],
  [".\\lists\\a.txt", "lists/a.txt"],
  ["../a:b#c?.txt", "../a%3Ab%23c%3F.txt"],
  ["100%.txt", "100%25.txt"],
  ["./", ""],
  ["/lists/a b.txt", "file:///lists/a%20b.txt"],
  ["//lists/a.txt", "file:///lists/a.txt"],
  ["/lists/a\\b.txt", "file:///lists/a%5Cb.txt"],
  ["C:\\lists\\a b.txt", "file:///C:/lists/a%20b.txt"],
  ["c:/lists/a#1.txt", "file:///c:/lists/a%231.txt"],
  ["C:\\a.txt", "file:///C:/a.txt"],
  ["\\\\server\\lists\\a.txt", "file://server/lists/a.txt"],
  // Relative to the current directory of that drive, which nobody knows later.
  ["C:a.txt", "C%3Aa.txt"],
  ["half \ud800.txt", "half%20%EF%BF%BD.txt"],
  ["運送.txt", "%E9%81%8B%E9%80%81.txt"],
])("the path %j is %s", (path, uri) => {
  expect(pathUri(path)).toBe(uri);
  if (uri.startsWith("file:")) expect(new URL(uri).href).toBe(uri);
});

it.runIf(process.platform !== "win32")("is the URL that Node makes of an absolute path", () => {
  for (const path of ["/", "/a", "/a b/運送/ä%.txt", "/a\\b#c?d"]) {
    expect(pathUri(path)).toBe(pathToFileURL(path).href);
  }
});
