/** The file of waivers that people write. */
import { parseDotNumber } from "../../dot-number.ts";
import { sha256 } from "../../files/sha256.ts";
import { type Waiver, type Waivers, waiverName } from "./waivers.ts";

/**
 * Parses and checks a waiver file. Throws `VettingFileError` with every mistake
 * in it.
 */
export async function parseWaivers(
  text: string,
  path: string,
): Promise<Waivers> {
  const [{ YamlFile }, { waiversSchema }] = await Promise.all([
    import("./yaml-file.ts"),
    import("./schemas.ts"),
  ]);
  const file = new YamlFile(text, path);
  const content = file.check(waiversSchema)?.waivers ?? [];
  const waivers = content.map(({ carrier, saw, ...named }, at): Waiver => {
    const parsed = parseDotNumber(String(carrier));
    // Nobody quotes a zip or an amount: what was written counts.
    const written = Object.keys(saw ?? {}).map((name) => [
      name,
      file.textsAt(["waivers", at, "saw", name]),
    ]);
    return {
      ...named,
      carrier: "dotNumber" in parsed ? parsed.dotNumber : "",
      ...(saw && { saw: Object.fromEntries(written) }),
    };
  });
  const names = waivers.map(waiverName);
  for (const [at, name] of names.entries())
    if (names.indexOf(name) < at)
      file.report(["waivers", at], `a second ${name}`);
  file.throwIfWrong();
  return { file: { path, sha256: sha256(text), text }, waivers };
}
