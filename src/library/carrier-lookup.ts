/** The client that programs use: the service client of the command line, with records in place of answers. */
import { InputError, MissingKeyError } from "../errors.ts";
import { inputOf } from "../input/arguments.ts";
import type { Input } from "../input/input.ts";
import { askInBulk } from "../lookup/bulk.ts";
import { type Part, requestRecords } from "../lookup/parts.ts";
import { lookUp } from "../lookup/run.ts";
import { type Client, createClient } from "../service/client.ts";
import {
  type RecordAnswer,
  type RecordName,
  recordNames,
} from "../service/types.ts";
import {
  checkNames,
  checkOptions,
  dotNumberOf,
  invalidInput,
} from "./arguments.ts";
import type * as Library from "./types.ts";

/**
 * Looks carriers up in a Carrier Lookup Service; close it when it is no longer needed. Every method rejects with a `ServiceError`, with an
 * `InputError` for what is not a USDOT number, or with the reason of a signal that stopped it.
 * @example
 * const client = new CarrierLookup({ baseUrl: "https://carriers.example.com" });
 * const { legal_name } = await client.carrier("USDOT 9,000,001");
 */
export class CarrierLookup {
  readonly #options: ReturnType<typeof checkOptions>;
  readonly #client: Client;

  /** @throws {SettingError} for an option that is wrong, or that there is not */
  constructor(options: Library.CarrierLookupOptions) {
    this.#options = checkOptions(options);
    this.#client = createClient(this.#options);
  }

  /** The full record of a carrier. The `ServiceError` of a record that does not exist has the kind `not-found`. */
  carrier(
    number: Library.GivenNumber,
    options?: Library.CallOptions,
  ): Promise<Library.Carrier> {
    return this.#record("carrier", number, options);
  }

  insurance(
    number: Library.GivenNumber,
    options?: Library.CallOptions,
  ): Promise<Library.InsuranceRecord> {
    return this.#record("insurance", number, options);
  }

  safety(
    number: Library.GivenNumber,
    options?: Library.CallOptions,
  ): Promise<Library.SafetyRecord> {
    return this.#record("safety", number, options);
  }

  /** The three records of a carrier. Rejects when the carrier record itself could not be had. */
  async snapshot(
    number: Library.GivenNumber,
    options?: Library.CallOptions,
  ): Promise<Library.Snapshot> {
    const dotNumber = dotNumberOf(number);
    const parts = await requestRecords(
      this.#stoppedBy(options),
      dotNumber,
      recordNames,
    );
    if (parts.carrier?.kind !== "answered") throw parts.carrier?.error;
    return {
      dot_number: dotNumber,
      carrier: recordOf(parts.carrier.answer),
      insurance: partOf(parts.insurance),
      safety: partOf(parts.safety),
    };
  }

  /**
   * Summaries of a list, many per request: one for each distinct number, in the order of the list. An error does not end the loop.
   * @throws {MissingKeyError} without an API key
   */
  async *bulk(
    numbers: Library.GivenNumbers,
    options?: Library.CallOptions,
  ): AsyncGenerator<Library.BulkResult, void> {
    if (this.#options.apiKey === undefined)
      throw new MissingKeyError(
        "a bulk lookup needs an API key; give it as apiKey",
      );
    const taken = new AbortController();
    const ask = askInBulk(this.#stoppedBy(options).withSignal(taken.signal));
    try {
      for await (const page of lookUp(
        await inputsOf(numbers),
        ask,
        this.#options,
      )) {
        for (const outcome of page) {
          if (outcome.kind === "invalid")
            yield { dotNumber: outcome.text, error: invalidInput(outcome) };
          else if ("answer" in outcome)
            yield {
              dotNumber: outcome.dotNumber,
              carrier: recordOf<Library.CarrierSummary>(outcome.answer),
            };
          else if ("error" in outcome)
            yield { dotNumber: outcome.dotNumber, error: outcome.error };
        }
      }
    } finally {
      // Whoever breaks does not wait for what is in flight.
      taken.abort(new InputError("nobody takes the results any more"));
    }
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  async #record<R>(
    name: RecordName,
    number: Library.GivenNumber,
    options?: Library.CallOptions,
  ): Promise<R> {
    return recordOf(
      await this.#stoppedBy(options).record(name, dotNumberOf(number)),
    );
  }

  #stoppedBy(options: Library.CallOptions = {}): Client {
    checkNames("the options of a call", options, ["signal"]);
    return options.signal
      ? this.#client.withSignal(options.signal)
      : this.#client;
  }
}

function partOf<R>(part: Part | undefined): R | Library.Unanswered | null {
  if (part === undefined || part.kind === "not-found") return null;
  if (part.kind === "answered") return recordOf<R>(part.answer);
  return { error: { code: part.error.kind, message: part.error.message } };
}

/** The record as the service sent it, but for its number, which services also send as a JSON number or with leading zeros. */
function recordOf<R>({ dotNumber, record }: RecordAnswer): R {
  return { ...record, dot_number: dotNumber } as R;
}

async function inputsOf(numbers: Library.GivenNumbers): Promise<Input[]> {
  // A text is a list of digits.
  if (typeof numbers === "string")
    throw new InputError("numbers are not a list of USDOT numbers");
  const inputs: Input[] = [];
  for await (const number of numbers) inputs.push(inputOf(String(number)));
  return inputs;
}
