/** The numbers that the sample service knows, for `usdot sample --list`. */
import type { ErrorKind } from "../errors.ts";
import { sampleCarriers } from "./carriers.ts";
import { faults } from "./faults.ts";

/** A number, and what looking it up shows. */
export interface SampleNumber {
  number: string;
  what: string;
  /** Whether it is reserved for a fault. */
  reserved: boolean;
  /** How `usdot carrier NUMBER` should end. */
  end: ErrorKind | "answered";
}

/** The carriers, then the reserved numbers, each in ascending order. */
export function sampleNumbers(today: Date): SampleNumber[] {
  const carriers = sampleCarriers(today).map(({ carrier, what }) => ({
    number: String(carrier.dot_number),
    what,
    reserved: false,
    end: "answered" as const,
  }));
  const reserved = faults.map(({ dot_number, what, end }) => ({ number: dot_number, what, reserved: true, end }));
  return [...carriers, ...reserved];
}
