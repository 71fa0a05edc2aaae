/**
 * The invented carriers. No USDOT number from 9000001 up exists, and neither
 * does anyone described here.
 */
import type { Declaration } from "./records.ts";

/**
 * BIPD: bodily injury and property damage. Forms 91 and 91X file liability,
 * form 34 cargo.
 */
const bipd = {
  series: "EX-1000",
  policy_type: "BIPD/Primary",
  insurer_name: "EXAMPLE MUTUAL INSURANCE CO",
  coverage_amount: 1_000_000,
  form_code: "91X",
};
const excess = {
  series: "SP-3000",
  policy_type: "BIPD/Excess",
  insurer_name: "SPECIMEN EXCESS & SURPLUS LINES, INC.",
  coverage_amount: 4_000_000,
  form_code: "91X",
};
const cargo = {
  series: "SA-2000",
  policy_type: "CARGO",
  insurer_name: "SAMPLE INLAND MARINE CO",
  coverage_amount: 100_000,
  form_code: "34",
};

/** Every carrier of the sample, in ascending order. */
export const sampleCarriers: readonly Declaration[] = [
  {
    dot_number: "9000001",
    what: "healthy and mid-size: rated, insured, whom others pretend to be (vet it with --claim)",
    legal_name: "PRAIRIE LANTERN FREIGHT INC",
    address: ["1200 LAMPLIGHT RD", "LINCOLN", "NE", "68501"],
    fleet: { power_units: 184, drivers: 201 },
    authority: { since: -4412 },
    rating: "Satisfactory",
    inspections: { driver: [412, 9], vehicle: [268, 37], hazmat: [31, 1] },
    crashes: { injury: 3, towaway: 6 },
    violations: {
      unsafe_driving: 14,
      driver_fitness: 3,
      hos: 11,
      vehicle_maint: 52,
    },
    policies: [
      { ...bipd, days: [-159, 206] },
      { ...cargo, days: [-159, 206] },
    ],
    differences: { carrier: { mcs150: { mileage: 17_480_000 } } },
  },
  {
    dot_number: "9000002",
    what: "large: 18,450 power units, primary and excess BIPD that add up",
    legal_name: "GRAND KITE LINES LLC",
    differences: { carrier: { dba_name: "GRAND KITE" } },
    address: ["1 KITE PLAZA STE 900", "MEMPHIS", "TN", "38101-0001"],
    fleet: { power_units: 18_450, drivers: 21_306 },
    authority: { status: "AUTHORIZED FOR Property", since: -13_870 },
    rating: "Satisfactory",
    inspections: {
      driver: [23_018, 322],
      vehicle: [14_377, 1_998],
      hazmat: [1_204, 19],
    },
    crashes: { fatal: 41, injury: 512, towaway: 1_388 },
    violations: {
      unsafe_driving: 2_210,
      driver_fitness: 167,
      hos: 948,
      drug_alcohol: 4,
      vehicle_maint: 5_031,
    },
    policies: [
      { ...bipd, days: [-718, null] },
      { ...excess, days: [-353, null] },
      { ...cargo, coverage_amount: 250_000, days: [-718, null] },
    ],
  },
  {
    dot_number: "9000003",
    what: "tiny and unrated: one truck, a filing without expiration",
    legal_name: "SOLO SPARROW TRUCKING",
    address: ["RR 2 BOX 77", "TUPELO", "MS", "38801"],
    fleet: { power_units: 1, drivers: 1 },
    authority: { since: -1190 },
    inspections: { driver: [4, 0], vehicle: [3, 1] },
    policies: [
      { ...bipd, coverage_amount: 750_000, days: [-412, null] },
      { ...cargo, coverage_amount: 0, days: [-412, null] },
    ],
  },
  {
    dot_number: "9000004",
    what: "brand-new: authority for 12 days, no inspections yet",
    legal_name: "FIRST MILE FOX LLC",
    address: ["48 BURROW ST APT 3", "MESA", "AZ", "85201"],
    fleet: { power_units: 2, drivers: 2 },
    authority: { since: -12 },
    policies: [
      { ...bipd, days: [-20, 345] },
      { ...cargo, days: [-20, 345] },
    ],
  },
  {
    dot_number: "9000005",
    what: "inactive: no authority, no policies",
    legal_name: "FADED HARBOR CARTAGE CO",
    status: "INACTIVE",
    address: ["PO BOX 16", "DULUTH", "MN", "55801"],
    fleet: { power_units: 0, drivers: 0 },
    authority: { status: "NOT AUTHORIZED", since: -6205 },
    rating: "Satisfactory",
  },
  {
    dot_number: "9000006",
    what: "out of service: rated Unsatisfactory",
    legal_name: "RUSTED ANVIL HAULING LLC",
    status: "OUT-OF-SERVICE",
    address: ["9 SCRAPYARD LN", "GARY", "IN", "46401"],
    fleet: { power_units: 11, drivers: 9 },
    authority: { status: "NOT AUTHORIZED", since: -2044 },
    rating: "Unsatisfactory",
    inspections: { driver: [38, 14], vehicle: [35, 23] },
    crashes: { fatal: 1, injury: 2, towaway: 4 },
    violations: {
      unsafe_driving: 31,
      driver_fitness: 17,
      hos: 44,
      drug_alcohol: 3,
      vehicle_maint: 118,
    },
    policies: [{ ...bipd, coverage_amount: 750_000, days: [-428, -63] }],
    differences: { carrier: { allowed_to_operate: "N", out_of_service: true } },
  },
  {
    dot_number: "9000007",
    what: "active, with no policies on file",
    legal_name: "BAREFOOT COURIER & FREIGHT INC",
    address: ["310 SANDAL AVE", "TRENTON", "NJ", "08601"],
    fleet: { power_units: 6, drivers: 7 },
    authority: { since: -803 },
    inspections: { driver: [19, 1], vehicle: [12, 2] },
  },
  {
    dot_number: "9000008",
    what: "policies about to expire: BIPD in 41 days, cargo in 6",
    legal_name: "LAST LEAF LOGISTICS INC",
    address: ["77 OCTOBER WAY", "BURLINGTON", "VT", "05401"],
    fleet: { power_units: 27, drivers: 30 },
    authority: { since: -2790 },
    rating: "Satisfactory",
    inspections: { driver: [64, 2], vehicle: [41, 7], hazmat: [5, 0] },
    crashes: { towaway: 1 },
    policies: [
      { ...bipd, days: [-324, 41] },
      { ...cargo, days: [-359, 6] },
    ],
  },
  {
    dot_number: "9000010",
    what: "rated Conditional, all out-of-service rates above the national average",
    legal_name: "THUNDER GOOSE EXPRESS LLC",
    address: ["606 HONK HOLLOW RD", "MACON", "GA", "31201"],
    fleet: { power_units: 58, drivers: 71 },
    authority: { since: -1622 },
    rating: "Conditional",
    inspections: { driver: [147, 19], vehicle: [103, 36], hazmat: [17, 2] },
    crashes: { fatal: 1, injury: 5, towaway: 12 },
    violations: {
      unsafe_driving: 63,
      driver_fitness: 12,
      hos: 58,
      drug_alcohol: 1,
      vehicle_maint: 141,
    },
    policies: [
      { ...bipd, coverage_amount: 750_000, days: [-88, 277] },
      { ...cargo, days: [-88, 277] },
    ],
    differences: {
      carrier: { dba_name: "THUNDER GOOSE", mcs150: { mileage: 4_870_000 } },
    },
  },
  {
    dot_number: "9000012",
    what: "Mexican address (BN is Baja California), unrated",
    legal_name: "TRANSPORTES LUNA DE PAPEL SA DE CV",
    address: ["AV DEL EJEMPLO 404", "TIJUANA", "BN", null],
    fleet: { power_units: 33, drivers: 41 },
    authority: { since: -1975 },
    inspections: { driver: [388, 21], vehicle: [402, 79] },
    crashes: { towaway: 2 },
    policies: [{ ...bipd, coverage_amount: 750_000, days: [-31, 59] }],
  },
  {
    dot_number: "9000014",
    what: "little is known: nulls, and missing fields",
    legal_name: "BLANK LEDGER HOLDINGS",
    address: [null, null, "AS", null],
    fleet: { power_units: 0, drivers: 40 },
    authority: { status: "", since: 0 },
    differences: {
      carrier: {
        mc_number: undefined,
        contact: undefined,
        fleet: { power_units: null },
        authority: { status: null, common_authority_date: undefined },
        safety: {
          driver_oos_rate: null,
          driver_oos_rate_national: null,
          total_crashes: undefined,
        },
        insurance: null,
      },
      insurance: {
        policies: [
          {
            policy_type: "BIPD/Primary",
            insurer_name: null,
            coverage_amount: null,
          },
        ],
      },
      safety: {
        inspections: { driver: null, vehicle: null, hazmat: undefined },
        crashes: {
          fatal: null,
          injury: null,
          towaway: null,
          total: undefined,
          rate: undefined,
        },
        violations: undefined,
      },
    },
  },
];
