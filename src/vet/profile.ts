/** What tells whether a carrier is still the same: about 20 normalized values. More insurance does not count as a change. */
import { type JsonObject, plainText } from "../text/json.ts";
import { type CoverKind, coverOf, filingsOf, policies } from "./cover.ts";
import {
  day,
  dayText,
  inspectionGroups,
  isNotStated,
  normalText,
  number,
  readField,
  recordIn,
} from "./facts.ts";
import type {
  Change,
  ChangeGroup,
  Dossier,
  Profile,
  VetRecord,
} from "./model.ts";
import {
  docketsIn,
  emailsIn,
  nameKey,
  phonesIn,
  wordsOf,
  zipsIn,
} from "./names.ts";

interface Field {
  group: ChangeGroup;
  /** By record; `cover` and `rates` are worked out. Of two that differ, both. */
  from: readonly string[];
  normalize?(text: string): string | undefined;
  /** Whether NONE is a statement: it is one about authority and about cover, and nowhere else. */
  statesNone?: boolean;
  /** Whether a value is as good as the one before although it differs. */
  isKept?(was: string, is: string): boolean;
}

const none = "none";
const separator = "; ";

const amount = (text: string) => number(text).value?.toString();
const policyNumber = (text: string) => wordsOf(text).replace(/^0+| /g, "");
const isOneName = (was: string, is: string) => nameKey(was) === nameKey(is);
const isAsMuch = (was: string, is: string) => Number(is) >= Number(was);
const holdsAll = (was: string, is: string) =>
  was === none ||
  was.split(separator).every((value) => is.split(separator).includes(value));
/** Where no cover is left, that is the change. As text, "until canceled" comes behind every date. */
const endsNoSooner = (was: string, is: string) =>
  was === none || is === none || is >= was;

const authorityField = { group: "authority", normalize: normalText } as const;
const amountField = {
  group: "insurance",
  normalize: amount,
  isKept: isAsMuch,
} as const;
const coverField = { group: "insurance", statesNone: true } as const;

const fields: Readonly<Record<string, Field>> = {
  name: {
    group: "identity",
    from: ["summary.legal_name"],
    normalize: wordsOf,
    isKept: isOneName,
  },
  mc_number: {
    group: "identity",
    from: ["carrier.mc_number"],
    normalize: dockets,
  },
  street: {
    group: "identity",
    from: ["summary.address.street"],
    normalize: wordsOf,
  },
  city: {
    group: "identity",
    from: ["summary.address.city"],
    normalize: wordsOf,
  },
  state: {
    group: "identity",
    from: ["summary.address.state"],
    normalize: wordsOf,
  },
  zip: {
    group: "identity",
    from: ["summary.address.zip"],
    normalize: (text) => setText(zipsIn(text)),
  },
  phone: {
    group: "identity",
    from: ["carrier.contact.phone"],
    normalize: (text) => setText(phonesIn(text)),
  },
  email: {
    group: "identity",
    from: ["carrier.contact.email"],
    normalize: (text) => setText(emailsIn(text)),
  },
  status: { ...authorityField, from: ["summary.status"] },
  operating_authority: {
    ...authorityField,
    from: ["carrier.authority.status"],
    statesNone: true,
  },
  authority_since: {
    group: "authority",
    from: ["carrier.authority.common_authority_date"],
    normalize: date,
  },
  bipd_on_file: { ...amountField, from: ["carrier.insurance.bipd_on_file"] },
  cargo_on_file: { ...amountField, from: ["carrier.insurance.cargo_on_file"] },
  bipd_in_force: { ...amountField, from: ["cover.bipd"] },
  cargo_in_force: { ...amountField, from: ["cover.cargo"] },
  insurers: {
    ...coverField,
    from: ["cover.insurers"],
    normalize: wordsOf,
    isKept: holdsAll,
  },
  policy_numbers: {
    ...coverField,
    from: ["cover.numbers"],
    normalize: policyNumber,
    isKept: holdsAll,
  },
  first_policy_end: {
    ...coverField,
    from: ["cover.end"],
    isKept: endsNoSooner,
  },
  safety_rating: {
    group: "safety",
    from: ["carrier.safety.rating", "safety.rating"],
    normalize: rating,
  },
  crashes: {
    group: "safety",
    from: ["carrier.safety.total_crashes", "safety.crashes.total"],
    normalize: amount,
  },
  driver_oos_rate: { group: "safety", from: ["rates.driver"] },
  vehicle_oos_rate: { group: "safety", from: ["rates.vehicle"] },
  hazmat_oos_rate: { group: "safety", from: ["rates.hazmat"] },
};

/** The names of the values of each group, as changes and policies name them. */
export function profileFields(group: ChangeGroup): string[] {
  return Object.keys(fields).filter((name) => fields[name]?.group === group);
}

/** The profile of a carrier: null for what is not stated, absent for what has no answer: the value before stays. */
export function profileOf({ answers }: Dossier, today: number): Profile {
  const records: Record<string, JsonObject | undefined> = {
    summary: recordIn(answers, "summary"),
    carrier: recordIn(answers, "carrier"),
    safety: recordIn(answers, "safety"),
    cover: coverIn(answers, today),
    rates: ratesIn(answers),
  };
  const read = (field: Field) => {
    const names = field.from.map((path) => path.split(".")[0] as VetRecord);
    const isKnown = names.some((name) => records[name] !== undefined);
    if (!isKnown || names.some((name) => answers[name]?.state === "unanswered"))
      return undefined;
    const stated = field.from
      .flatMap((path) => valueAt(records, path))
      .filter((value) => isStated(value, field));
    return (
      setText(stated.map((value) => normalized(value, field.normalize))) ?? null
    );
  };
  const values = Object.entries(fields).map(
    ([name, field]) => [name, read(field)] as const,
  );
  return Object.fromEntries(
    values.filter(([, value]) => value !== undefined),
  ) as Profile;
}

/** What differs between two profiles, of the values that both have. */
export function changesBetween(before: Profile, now: Profile): Change[] {
  return Object.entries(fields).flatMap(([field, { group, isKept }]) => {
    const [was, is] = [before[field], now[field]];
    if (was === undefined || is === undefined || was === is) return [];
    if (was !== null && is !== null && isKept?.(was, is)) return [];
    return [{ group, field, was, is }];
  });
}

function valueAt(record: JsonObject, path: string): unknown {
  return readField(record, { path, read: () => ({}) }).raw;
}

function isStated(value: unknown, { statesNone }: Field): boolean {
  return (
    !isNotStated(value) ||
    (statesNone === true && normalText(plainText(value ?? "")) === none)
  );
}

function normalized(value: unknown, normalize: Field["normalize"]): string {
  const text = plainText(value);
  return (typeof value === "object" ? undefined : normalize?.(text)) || text;
}

/** What the filings that may be in force come to. A definite 404 for insurance means no cover. */
function coverIn(
  { insurance }: Dossier["answers"],
  today: number,
): JsonObject | undefined {
  if (insurance === undefined || insurance.state === "unanswered")
    return undefined;
  const rows =
    insurance.state === "none"
      ? []
      : readField(insurance.value, policies).reading.value;
  if (rows === undefined) return {};
  const filings = filingsOf(rows, today);
  const current = filings.filter(
    ({ kind, isOver, isFuture }) => kind !== "other" && !isOver && !isFuture,
  );
  const sum = (kind: CoverKind) => {
    const { sure, doubt } = coverOf(filings, kind, today);
    return sure === 0 && doubt !== undefined ? "not certain" : sure;
  };
  const statedIn = (values: readonly unknown[]) => {
    const stated = values.filter((value) => !isNotStated(value));
    return stated.length === 0 ? none : stated;
  };
  const [first] = current
    .map(({ ends }) => ends)
    .sort((one, other) => one - other);
  const end =
    first === Number.POSITIVE_INFINITY
      ? "until canceled"
      : first && dayText(first);
  return {
    bipd: sum("bipd"),
    cargo: sum("cargo"),
    insurers: statedIn(current.map(({ insurer }) => insurer)),
    numbers: statedIn(current.map(({ number }) => number)),
    end: end ?? none,
  };
}

/** For each group, whether its out-of-service rate is above the national average of the same answer. */
function ratesIn({ safety }: Dossier["answers"]): JsonObject | undefined {
  if (safety === undefined || safety.state === "unanswered") return undefined;
  const record = safety.state === "answered" ? safety.value : {};
  const rates = inspectionGroups.map((group) => {
    const of = (part: string) =>
      number(valueAt(record, `inspections.${group}.${part}`)).value;
    const [total, rate, national] = [
      of("total"),
      of("oos_rate"),
      of("national_avg"),
    ];
    if (!total || rate === undefined || !national) return [group, null];
    return [
      group,
      rate > national
        ? "above the national average"
        : "not above the national average",
    ];
  });
  return Object.fromEntries(rates);
}

function date(text: string): string | undefined {
  const { value } = day(text);
  return value === undefined ? undefined : dayText(value);
}

function setText(texts: readonly string[]): string | undefined {
  return texts.length === 0
    ? undefined
    : [...new Set(texts)].sort().join(separator);
}

/** `MC-115495; MC-116200`. Bare digits are an MC number. */
function dockets(text: string): string | undefined {
  return setText(
    docketsIn(text).map(({ kind, digits }) => `${kind || "MC"}-${digits}`),
  );
}

/** FMCSA's files abbreviate the ratings. */
function rating(text: string): string | undefined {
  const word = normalText(text) ?? "";
  return (
    { s: "satisfactory", c: "conditional", u: "unsatisfactory" }[word] ?? word
  );
}
