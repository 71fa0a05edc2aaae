/**
 * Checks what the build leaves out of packages, and what we import by a path inside them (scripts/build.js). If one of these fails after
 * an update, a package moved such a part, or now uses one that is left out: start there.
 */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { bundledModules } from "./bundled-modules.ts";

test("undici's internal modules are the ones its main module exports", async () => {
  const undici = await import("undici");
  const { default: Pool } = await import("undici/lib/dispatcher/pool.js");
  const { default: ProxyAgent } = await import("undici/lib/dispatcher/proxy-agent.js");
  const { default: connect } = await import("undici/lib/api/api-connect.js");
  expect(Pool).toBe(undici.Pool);
  expect(ProxyAgent).toBe(undici.ProxyAgent);
  expect(connect).toBe(undici.Dispatcher.prototype.connect);
  for (const { prototype } of [Pool, ProxyAgent]) {
    expect([typeof prototype.dispatch, typeof prototype.destroy]).toEqual(["function", "function"]);
  }
});

/** Every matching line in the bundled modules of a package, with its file. */
function uses(name: string, pattern: RegExp): string[] {
  return bundledModules()
    .filter((path) => path.startsWith(`node_modules/${name}/`))
    .flatMap((path) =>
      readFileSync(path, "utf8")
        .split("\n")
        .filter((line) => pattern.test(line) && !/^\s*(?:\*|\/\/)/.test(line))
        .map((line) => `${path.slice("node_modules/".length)}: ${line.trim()}`),
    );
}

test("the server of the Model Context Protocol validates by JSON Schema only what people fill in", () => {
  expect(uses("@modelcontextprotocol/server", /_jsonSchemaValidator\./)).toMatchInlineSnapshot(`
    [
      "@modelcontextprotocol/server/dist/mcp-oHn3ureC.mjs: const validationResult = this._jsonSchemaValidator.getValidator(formParams.requestedSchema)(result.content);",
    ]
  `);
});

test("undici uses HTTP/2 only when asked to", () => {
  expect(uses("undici", /client-h2|connectH2/)).toMatchInlineSnapshot(`
    [
      "undici/lib/dispatcher/client.js: const connectH2 = require('./client-h2.js')",
      "undici/lib/dispatcher/client.js: ? connectH2(client, socket)",
    ]
  `);
});

test("undici converts only bodies that are not strings", () => {
  expect(uses("undici", /fetch\/body|extractBody|\bbodyUnusable\b/)).toMatchInlineSnapshot(`
    [
      "undici/lib/dispatcher/client-h1.js: let extractBody",
      "undici/lib/dispatcher/client-h1.js: if (!extractBody) {",
      "undici/lib/dispatcher/client-h1.js: extractBody = require('../web/fetch/body.js').extractBody",
      "undici/lib/dispatcher/client-h1.js: const [bodyStream, contentType] = extractBody(body)",
    ]
  `);
});

test("undici uses node:http only for a limit and a class", () => {
  expect(uses("undici", /node:http'|\bhttp\.|IncomingMessage/)).toMatchInlineSnapshot(`
    [
      "undici/lib/core/util.js: const { IncomingMessage } = require('node:http')",
      "undici/lib/core/util.js: if (Object.getPrototypeOf(stream).constructor === IncomingMessage) {",
      "undici/lib/dispatcher/client.js: const http = require('node:http')",
      "undici/lib/dispatcher/client.js: http.maxHeaderSize &&",
      "undici/lib/dispatcher/client.js: Number.isInteger(http.maxHeaderSize) &&",
      "undici/lib/dispatcher/client.js: http.maxHeaderSize > 0",
      "undici/lib/dispatcher/client.js: ? () => http.maxHeaderSize",
      "undici/lib/dispatcher/client.js: : () => { throw new InvalidArgumentError('http module not available or http.maxHeaderSize invalid') }",
    ]
  `);
});

test("undici uses node:assert only to test conditions", () => {
  expect(uses("undici", /assert\.\w|ERR_ASSERTION/)).toEqual([]);
  expect(uses("undici", /node:assert/).map((use) => use.replace(/^.*: /, ""))).toEqual(
    expect.arrayContaining(["const assert = require('node:assert')"]),
  );
});

test("chalk uses its color detection only for its own level", () => {
  expect(uses("chalk", /supports-color|[cC]olorSupport|stdoutColor|stderrColor/)).toMatchInlineSnapshot(`
    [
      "chalk/source/index.js: import supportsColor from '#supports-color';",
      "chalk/source/index.js: const {stdout: stdoutColor, stderr: stderrColor} = supportsColor;",
      "chalk/source/index.js: const colorLevel = stdoutColor ? stdoutColor.level : 0;",
      "chalk/source/index.js: export const chalkStderr = createChalk({level: stderrColor ? stderrColor.level : 0});",
      "chalk/source/index.js: stdoutColor as supportsColor,",
      "chalk/source/index.js: stderrColor as supportsColorStderr,",
    ]
  `);
});

test("commander uses node:child_process only for executable subcommands", () => {
  expect(uses("commander", /child_process|childProcess/)).toMatchInlineSnapshot(`
    [
      "commander/lib/command.js: const childProcess = require('node:child_process');",
      "commander/lib/command.js: proc = childProcess.spawn(process.argv[0], args, { stdio: 'inherit' });",
      "commander/lib/command.js: proc = childProcess.spawn(executableFile, args, { stdio: 'inherit' });",
      "commander/lib/command.js: proc = childProcess.spawn(process.execPath, args, { stdio: 'inherit' });",
    ]
  `);
});

test("cli-table3 measures where we replace that, and paints only the headers and borders that it is told to", () => {
  expect(uses("cli-table3", /string-width|@colors|\.(?:truncate|strlen|pad|wordWrap)\(/)).toMatchInlineSnapshot(`
    [
      "cli-table3/src/cell.js: this.desiredWidth = utils.strlen(this.content) + this.paddingLeft + this.paddingRight;",
      "cli-table3/src/cell.js: return this.wrapLines(utils.wordWrap(this.fixedWidth, this.content, wrapOnWordBoundary));",
      "cli-table3/src/cell.js: let content = utils.truncate(this.content, 10, this.truncate);",
      "cli-table3/src/cell.js: let colors = require('@colors/colors/safe');",
      "cli-table3/src/cell.js: let content = utils.truncate(line, len, this.truncate);",
      "cli-table3/src/cell.js: content = utils.pad(content, len, ' ', this.hAlign);",
      "cli-table3/src/utils.js: const stringWidth = require('string-width');",
    ]
  `);
});
