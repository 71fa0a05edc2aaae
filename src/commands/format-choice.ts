import { UsageError } from "../errors.ts";

/**
 * The format that was chosen, if the command has it.
 *
 * @throws {UsageError} that names those it has
 */
export function chooseFormat<F extends string>(chosen: string, formats: readonly F[]): F {
  const format = formats.find((each) => each === chosen);
  if (format !== undefined) return format;
  throw new UsageError(`this command has no format ${JSON.stringify(chosen)}`, { hint: `use ${formats.join(", ")}` });
}
