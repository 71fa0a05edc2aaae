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
    const others = text.match(/(?<=\buses: +)(?!\.\/|OWNER\/usdot@v)\S.*/g);
    for (const use of others ?? [])
      expect(use).toMatch(
        /^[\w-]+(?:\/[\w-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/,
      );
  });

  it("puts nothing into a shell that a stranger may have written", () => {
    expect(text).not.toMatch(/^\s*(?:- )?run:.*\$\{\{ *(?!matrix\.)[\w.-]/m);
  });
});

interface Workflow {
  permissions: object;
  jobs: Record<string, { permissions?: object; steps?: Step[] }>;
}
interface Step {
  uses?: string;
  with?: object;
}

describe.for(workflows)("%s", (path) => {
  const { permissions, jobs }: Workflow = yaml(readFileSync(path, "utf8"));
  const all = Object.values(jobs);

  it("may write nothing but what releases need", () => {
    expect(permissions).toBeDefined();
    const granted = [{ permissions }, ...all].flatMap((each) =>
      Object.entries(each.permissions ?? {}),
    );
    const needed = path.endsWith("release.yml")
      ? /: read$|^(?:id-token|attestations|contents): write$/
      : /: read$/;
    for (const [scope, access] of granted)
      expect(`${scope}: ${access}`).toMatch(needed);
  });

  it("leaves no credentials in the checkout", () => {
    for (const { uses = "", ...step } of all.flatMap(({ steps = [] }) => steps))
      if (uses.startsWith("actions/checkout@"))
        expect(step.with).toMatchObject({ "persist-credentials": false });
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
