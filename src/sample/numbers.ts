/** The numbers that the sample service knows, for `usdot sample --list`. */
import { exitStatuses } from "../errors.ts";
import { sampleCarriers } from "./carriers.ts";
import { faults } from "./faults.ts";

/** A number and what asking for it shows. */
export interface SampleNumber {
  number: string;
  what: string;
  /** The exit status that `usdot carrier NUMBER` is expected to end in; carriers, which end in 0, have none. */
  exit?: number;
}

/** The carriers and then the reserved numbers, each ascending. */
export function sampleNumbers(today: Date): SampleNumber[] {
  const carriers = sampleCarriers(today).map(({ carrier, what }) => ({
    number: String(carrier.dot_number),
    what,
  }));
  const reserved = faults.map(({ dot_number, what, exit }) => ({
    number: dot_number,
    what,
    exit: exitStatuses[exit].status,
  }));
  return [...carriers, ...reserved];
}
