/**
 * The workflows run only what they name exactly, with no more rights than they
 * need.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse as yaml } from "yaml";

const workflows = readdirSync(".github/workflows").map((file) =>
  join(".github/workflows", file),
);

describe.for([...workflows, "action.yml", "docs/ci.md"])("%s", (path) => {
  const text = readFileSync(path, "utf8");

  it("names the actions of others by commit, with the version", () => {
    const uses = [...text.matchAll(/\buses: +(\S.*)/g)].map(
      ([, use = ""]) => use,
    );
    const others = uses.filter((use) => !/^(?:\.\/|OWNER\/usdot@v)/.test(use));
    for (const use of others)
      expect(use).toMatch(
        /^[\w-]+(?:\/[\w-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/,
      );
  });

  it("puts nothing into a shell that a stranger may have written", () => {
    const expressions = [
      ...text.matchAll(/^\s*(?:- )?run:.*\$\{\{ *([\w.-]+)/gm),
    ].map(([, name]) => name);
    expect(expressions.filter((name) => !name?.startsWith("matrix."))).toEqual(
      [],
    );
  });
});

describe.for(workflows)("%s", (path) => {
  it("may write nothing but what releases need", () => {
    const { permissions, jobs } = yaml(readFileSync(path, "utf8"));
    const granted = [
      permissions,
      ...Object.values(jobs as Record<string, { permissions?: object }>),
    ].flatMap((each, index) =>
      Object.entries((index === 0 ? each : each.permissions) ?? {}),
    );
    expect(permissions).toBeDefined();
    const needed = path.endsWith("release.yml")
      ? /: read$|^(?:id-token|attestations|contents): write$/
      : /: read$/;
    for (const [scope, access] of granted)
      expect(`${scope}: ${access}`).toMatch(needed);
  });

  it("leaves no credentials in the checkout", () => {
    const { jobs } = yaml(readFileSync(path, "utf8"));
    for (const job of Object.values(
      jobs as Record<string, { steps?: { uses?: string; with?: object }[] }>,
    )) {
      for (const step of job.steps?.filter(({ uses }) =>
        uses?.startsWith("actions/checkout@"),
      ) ?? []) {
        expect(step.with).toMatchObject({ "persist-credentials": false });
      }
    }
  });
});

it("publishes without a token", () => {
  const { jobs } = yaml(readFileSync(".github/workflows/release.yml", "utf8"));
  expect(jobs.npm.permissions).toEqual({
    contents: "read",
    "id-token": "write",
  });
  expect(JSON.stringify(jobs)).not.toContain("secrets.");
});
