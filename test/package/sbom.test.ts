/** The bill of materials says what is bundled: all of it, and in the form that scanners read. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { bundledModules } from "./bundled-modules.ts";

interface Component {
  group?: string;
  name: string;
  version: string;
  purl: string;
}

interface Bill {
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

const text = readFileSync("dist/sbom.cdx.json", "utf8");
const bill: Bill = JSON.parse(text);

describe("dist/sbom.cdx.json", () => {
  it("is valid by the schema of CycloneDX 1.5", () => {
    const schema = (name: string) => JSON.parse(readFileSync(`test/fixtures/schemas/${name}.json`, "utf8"));
    const ajv = new Ajv({ strict: false, allErrors: true });
    addFormats.default(ajv);
    ajv.addFormat("iri-reference", true).addFormat("idn-email", true);
    for (const name of ["spdx", "jsf-0.82"])
      ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
    const { $id, ...rest } = schema("cyclonedx-1.5");
    const valid = ajv.compile({ ...rest, $id });
    valid(bill);
    expect(valid.errors).toBeNull();
    valid({ ...bill, components: [{ ...bill.components[0], licenses: [{ license: { id: "no license" } }] }] });
    expect(valid.errors).not.toBeNull();
  });

  it("has every package whose code is in the bundle, in the version that is locked", () => {
    const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
      packages: Record<string, { version: string }>;
    };
    const roots = bundledModules().flatMap((path) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
    const bundled = [...new Set(roots)].map(
      (root) => `${root.slice("node_modules/".length)} ${packages[root]?.version}`,
    );
    const listed = bill.components.map(({ group, name, version }) => `${group ? `${group}/` : ""}${name} ${version}`);
    expect(listed.filter((each) => !each.startsWith("llhttp ")).sort()).toEqual(bundled.sort());
  });

  it("covers the library as well as the program", () => {
    const modules = bundledModules();
    expect(modules).toEqual(
      expect.arrayContaining(["src/cli.ts", "src/library/carrier-lookup.ts", "src/sample/server.ts"]),
    );
  });

  it("says what each part needs, in parts that it lists", () => {
    const refs = bill.dependencies.map(({ ref }) => ref);
    expect(refs.slice(1)).toEqual(bill.components.map(({ purl }) => purl));
    const needed = new Set(bill.dependencies.flatMap(({ dependsOn }) => dependsOn));
    expect([...needed].sort()).toEqual(refs.slice(1).sort());
  });

  it("is the same for the same sources", () => {
    expect(text).not.toMatch(/timestamp|serialNumber/);
    expect(text).not.toContain(process.cwd());
  });
});

it("names the version and the license of the parser inside undici", () => {
  expect(readFileSync("dist/LICENSES.txt", "utf8")).toMatch(
    /^llhttp 9\.3\.0 \(MIT\)\n\nThis software is licensed under the MIT License\.\n\nCopyright Fedor Indutny, 2018\.$/m,
  );
  // When this fails, undici has another parser: look its version up in undici's repository, deps/llhttp/include/llhttp.h.
  const parser = readFileSync("node_modules/undici/lib/llhttp/llhttp-wasm.js");
  expect(createHash("sha256").update(parser).digest("hex")).toBe(
    "344f7ae80c983694372d9234584a1261ef5492ab219d6e573e933f5d1c715b00",
  );
});
