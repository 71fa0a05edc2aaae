/** Replaces a small file at once: whoever reads it finds the old text or the new one. */
import { randomUUID } from "node:crypto";
import { promises as fs } from "node:fs";
import { dirname } from "node:path";
import { fileError } from "./file-error.ts";

/** Writes a file beside the old one and renames it, creating its directory if needed. A symbolic link stays. */
export async function replaceFile(named: string, text: string, mode: number): Promise<void> {
  const path = await fs.realpath(named).catch(() => named);
  const temporary = `${path}.${randomUUID().slice(0, 8)}`;
  try {
    await fs.mkdir(dirname(path), { recursive: true });
    await fs.writeFile(temporary, text, { mode, flag: "wx" });
    await fs.rename(temporary, path);
  } catch (error) {
    await fs.rm(temporary, { force: true }).catch(() => {});
    throw fileError("write", named, error);
  }
}
