/** The kinds of values that policies hold, as zod schemas, whose words of mistakes they keep. Loaded only where somebody wrote a policy. */
import { z } from "zod";

export type Kinds = typeof import("./kinds.ts");

export const whole = (words: string, min = 1) =>
  z.int().min(min).describe(words);
export const decimal = (words: string) => z.number().min(0).describe(words);
export const text = (words: string) => z.string().trim().min(1).describe(words);
export const choice = <const T extends string>(
  names: readonly T[],
  words: string,
) => z.enum(names).describe(words);
export const several = <T extends z.ZodType>(item: T, words: string) =>
  z.array(item).min(1).describe(words);
export const mapping = <S extends z.ZodRawShape>(shape: S, words: string) =>
  z.strictObject(shape).describe(words);
export const scalar = () => z.union([z.string(), z.number(), z.boolean()]);
export { z };
