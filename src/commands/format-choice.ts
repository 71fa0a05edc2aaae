import { UsageError } from "../errors.ts";
import type { Settings } from "../settings/settings.ts";

/**
 * The format that was chosen, if the command has it.
 *
 * @throws {UsageError} that names those it has
 */
export function chooseFormat<F extends string>({ values, origins }: Settings, formats: readonly F[]): F {
  const format = formats.find((each) => each === values.format);
  if (format !== undefined) return format;
  const byExtension = origins.format !== undefined && origins.format === origins.output;
  const what = byExtension
    ? `the file ${JSON.stringify(values.output)} would be ${values.format}, which this command does not write`
    : `this command has no format ${JSON.stringify(values.format)}`;
  throw new UsageError(what, { hint: `use ${byExtension ? "--format " : ""}${formats.join(", ")}` });
}
