/** A service whose carriers change from one day to the next, and the history of the runs that vet them. */
import { readdirSync } from "node:fs";
import type { Json, Kind } from "../../support/carrier-records.ts";
import { testDay } from "../../support/memory-host.ts";
import { freePath, serveCarriers, vet } from "./vetting.ts";

export const dayLength = 86_400_000;

export interface Morning {
  status: number;
  err: string;
  /** What changed about each carrier of which anything is reported. */
  changes: Record<string, string[]>;
  verdicts: Record<string, string>;
  gone: string[];
}

/** A service whose carriers change, and a directory that the runs of one morning after another are recorded in. */
export async function monitored(options = "") {
  const history = freePath("runs");
  const altered: Record<string, (record: Json, kind?: Kind) => Json | number> = {};
  const service = await serveCarriers(
    (record, kind, number) => altered[`${number} ${kind}`]?.(record) ?? altered[number]?.(record, kind) ?? record,
  );
  const at = (day: number) => ({ now: () => testDay + day * dayLength });
  const run = (day: number, numbers: string, more = "") =>
    vet(`${numbers} --base-url ${service.origin} --history ${history} ${options} ${more}`, at(day));
  return {
    history,
    service,
    run,
    alter(number: string, change: Json | number, kind: Kind = "carrier") {
      altered[number] = (record, asked) => {
        if (asked !== kind) return record;
        return typeof change === "number" ? change : { ...record, ...change };
      };
    },
    /** What is altered of one record beside all else. */
    alterAlso(number: string, kind: Kind, change: (record: Json) => Json | number) {
      altered[`${number} ${kind}`] = change;
    },
    restore: (number: string) => delete altered[number],
    async morning(day: number, numbers = "1 2 3", more = ""): Promise<Morning> {
      const { status, out, err } = await run(day, numbers, `--format json ${more}`);
      const { carriers, since } = JSON.parse(out);
      const entries = carriers.map((carrier: Json) => [carrier["dot_number"], carrier]);
      const fields = ({ changes }: { changes: { fields: { field: string }[] } | null }) =>
        (changes?.fields ?? []).map(({ field }) => field);
      return {
        status,
        err,
        changes: Object.fromEntries(
          entries.flatMap(([number, carrier]: [string, never]) =>
            fields(carrier).length > 0 ? [[number, fields(carrier)]] : [],
          ),
        ),
        verdicts: Object.fromEntries(entries.map(([number, { verdict }]: [string, Json]) => [number, verdict])),
        gone: since?.gone ?? [],
      };
    },
  };
}

/** The runs in the directory of a history, in their order. */
export const runsIn = (directory: string) => readdirSync(directory).filter((name) => /^\d.*\.ndjson$/.test(name));
