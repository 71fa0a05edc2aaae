/** The invented carriers. No USDOT number from 9000001 up exists, and neither does anyone described here. */
import { type Declaration, type Policy, recordsOf, type SampleCarrier } from "./records.ts";

/**
 * Every wanted carrier of the sample, in ascending order from 9000001, with its records in the interface's shapes (some with a few more
 * fields, as real services send them). Dates are counted from `today`: a policy that expires in 41 days does so whenever it is looked up.
 */
export function sampleCarriers(today: Date, isWanted = (_dotNumber: string) => true): SampleCarrier[] {
  return declarations.filter((one) => isWanted(one.dot_number)).map((declared) => recordsOf(declared, today));
}

/** BIPD: bodily injury and property damage. Forms 91 and 91X file liability, form 34 cargo. */
const bipd = policiesOf("EX-1000", "BIPD/Primary", "EXAMPLE MUTUAL INSURANCE CO", "91X");
const excess = policiesOf("SP-3000", "BIPD/Excess", "SPECIMEN EXCESS & SURPLUS LINES, INC.", "91X");
const cargo = policiesOf("SA-2000", "CARGO", "SAMPLE INLAND MARINE CO", "34");

/** What makes policies of a kind, whose numbers all begin alike. */
function policiesOf(series: string, policy_type: string, insurer_name: string, form_code: string) {
  return (coverage_amount: number, days: Policy["days"]): Policy => {
    return { series, policy_type, insurer_name, coverage_amount, days, form_code };
  };
}

const declarations: readonly Declaration[] = [
  {
    dot_number: "9000001",
    what: "healthy and mid-size: rated, insured, better than the national average",
    legal_name: "PRAIRIE LANTERN FREIGHT INC",
    address: { street: "1200 LAMPLIGHT RD", city: "LINCOLN", state: "NE", zip: "68501" },
    email: "dispatch@example.com",
    fleet: { power_units: 184, drivers: 201 },
    authority: { status: "ACTIVE", since: -4412 },
    rating: "Satisfactory",
    inspections: { driver: [412, 9], vehicle: [268, 37], hazmat: [31, 1] },
    crashes: { fatal: 0, injury: 3, towaway: 6 },
    violations: { unsafe_driving: 14, driver_fitness: 3, hos: 11, drug_alcohol: 0, vehicle_maint: 52 },
    policies: [bipd(1_000_000, [-159, 206]), cargo(100_000, [-159, 206])],
    mcs150: { filed: -131, mileage: 17_480_000 },
  },
  {
    dot_number: "9000002",
    what: "large: 18,450 power units, primary and excess BIPD that add up",
    legal_name: "GRAND KITE LINES LLC",
    dba_name: "GRAND KITE",
    address: { street: "1 KITE PLAZA STE 900", city: "MEMPHIS", state: "TN", zip: "38101-0001" },
    fleet: { power_units: 18_450, drivers: 21_306 },
    authority: { status: "AUTHORIZED FOR Property", since: -13_870 },
    rating: "Satisfactory",
    inspections: { driver: [23_018, 322], vehicle: [14_377, 1_998], hazmat: [1_204, 19] },
    crashes: { fatal: 41, injury: 512, towaway: 1_388 },
    violations: { unsafe_driving: 2_210, driver_fitness: 167, hos: 948, drug_alcohol: 4, vehicle_maint: 5_031 },
    policies: [bipd(1_000_000, [-718, null]), excess(4_000_000, [-353, null]), cargo(250_000, [-718, null])],
    mcs150: { filed: -44, mileage: 2_106_400_000 },
  },
  {
    dot_number: "9000003",
    what: "tiny and unrated: one truck, a filing without expiration",
    legal_name: "SOLO SPARROW TRUCKING",
    address: { street: "RR 2 BOX 77", city: "TUPELO", state: "MS", zip: "38801" },
    fleet: { power_units: 1, drivers: 1 },
    authority: { status: "ACTIVE", since: -1190 },
    inspections: { driver: [4, 0], vehicle: [3, 1], hazmat: [0, 0] },
    violations: { unsafe_driving: 0, driver_fitness: 0, hos: 1, drug_alcohol: 0, vehicle_maint: 2 },
    policies: [bipd(750_000, [-412, null]), cargo(0, [-412, null])],
  },
  {
    dot_number: "9000004",
    what: "brand-new: authority for 12 days, no inspections yet",
    legal_name: "FIRST MILE FOX LLC",
    address: { street: "48 BURROW ST APT 3", city: "MESA", state: "AZ", zip: "85201" },
    fleet: { power_units: 2, drivers: 2 },
    authority: { status: "ACTIVE", since: -12 },
    policies: [bipd(1_000_000, [-20, 345]), cargo(100_000, [-20, 345])],
  },
  {
    dot_number: "9000005",
    what: "inactive: no authority, no policies",
    legal_name: "FADED HARBOR CARTAGE CO",
    status: "INACTIVE",
    address: { street: "PO BOX 16", city: "DULUTH", state: "MN", zip: "55801" },
    fleet: { power_units: 0, drivers: 0 },
    authority: { status: "NOT AUTHORIZED", since: -6205 },
    rating: "Satisfactory",
  },
  {
    dot_number: "9000006",
    what: "out of service: rated Unsatisfactory",
    legal_name: "RUSTED ANVIL HAULING LLC",
    status: "OUT-OF-SERVICE",
    address: { street: "9 SCRAPYARD LN", city: "GARY", state: "IN", zip: "46401" },
    fleet: { power_units: 11, drivers: 9 },
    authority: { status: "NOT AUTHORIZED", since: -2044 },
    rating: "Unsatisfactory",
    inspections: { driver: [38, 14], vehicle: [35, 23], hazmat: [0, 0] },
    crashes: { fatal: 1, injury: 2, towaway: 4 },
    violations: { unsafe_driving: 31, driver_fitness: 17, hos: 44, drug_alcohol: 3, vehicle_maint: 118 },
    policies: [bipd(750_000, [-428, -63])],
  },
  {
    dot_number: "9000007",
    what: "active, with no policies on file",
    legal_name: "BAREFOOT COURIER & FREIGHT INC",
    address: { street: "310 SANDAL AVE", city: "TRENTON", state: "NJ", zip: "08601" },
    fleet: { power_units: 6, drivers: 7 },
    authority: { status: "ACTIVE", since: -803 },
    inspections: { driver: [19, 1], vehicle: [12, 2], hazmat: [0, 0] },
    violations: { unsafe_driving: 2, driver_fitness: 1, hos: 1, drug_alcohol: 0, vehicle_maint: 4 },
  },
  {
    dot_number: "9000008",
    what: "policies about to expire: BIPD in 41 days, cargo in 6",
    legal_name: "LAST LEAF LOGISTICS INC",
    address: { street: "77 OCTOBER WAY", city: "BURLINGTON", state: "VT", zip: "05401" },
    fleet: { power_units: 27, drivers: 30 },
    authority: { status: "ACTIVE", since: -2790 },
    rating: "Satisfactory",
    inspections: { driver: [64, 2], vehicle: [41, 7], hazmat: [5, 0] },
    crashes: { fatal: 0, injury: 0, towaway: 1 },
    violations: { unsafe_driving: 3, driver_fitness: 0, hos: 5, drug_alcohol: 0, vehicle_maint: 9 },
    policies: [bipd(1_000_000, [-324, 41]), cargo(100_000, [-359, 6])],
  },
  {
    dot_number: "9000009",
    what: "expired policies: BIPD 23 days ago, cargo yesterday",
    legal_name: "YESTERYEAR TRANSPORT CORP",
    address: { street: "1899 SUNDIAL BLVD", city: "SALEM", state: "OR", zip: "97301" },
    fleet: { power_units: 14, drivers: 13 },
    authority: { status: "ACTIVE", since: -3311 },
    inspections: { driver: [29, 1], vehicle: [22, 5], hazmat: [0, 0] },
    violations: { unsafe_driving: 1, driver_fitness: 2, hos: 3, drug_alcohol: 0, vehicle_maint: 8 },
    policies: [bipd(750_000, [-388, -23]), cargo(50_000, [-366, -1])],
  },
  {
    dot_number: "9000010",
    what: "rated Conditional, all out-of-service rates above the national average",
    legal_name: "THUNDER GOOSE EXPRESS LLC",
    dba_name: "THUNDER GOOSE",
    address: { street: "606 HONK HOLLOW RD", city: "MACON", state: "GA", zip: "31201" },
    fleet: { power_units: 58, drivers: 71 },
    authority: { status: "ACTIVE", since: -1622 },
    rating: "Conditional",
    inspections: { driver: [147, 19], vehicle: [103, 36], hazmat: [17, 2] },
    crashes: { fatal: 1, injury: 5, towaway: 12 },
    violations: { unsafe_driving: 63, driver_fitness: 12, hos: 58, drug_alcohol: 1, vehicle_maint: 141 },
    policies: [bipd(750_000, [-88, 277]), cargo(100_000, [-88, 277])],
    mcs150: { filed: -310, mileage: 4_870_000 },
  },
  {
    dot_number: "9000011",
    what: "Canadian address, an apostrophe in the name",
    legal_name: "TRANSPORT L'ERABLE FANTOME INC",
    dba_name: "PHANTOM MAPLE",
    address: { street: "12 RUE DE L'EXEMPLE", city: "RIMOUSKI", state: "QC", zip: "G5L 1A1" },
    fleet: { power_units: 96, drivers: 104 },
    authority: { status: "ACTIVE", since: -5120 },
    rating: "Satisfactory",
    inspections: { driver: [131, 3], vehicle: [90, 14], hazmat: [8, 0] },
    crashes: { fatal: 0, injury: 1, towaway: 2 },
    violations: { unsafe_driving: 5, driver_fitness: 4, hos: 6, drug_alcohol: 0, vehicle_maint: 17 },
    policies: [bipd(2_000_000, [-240, 125]), cargo(250_000, [-240, 125])],
  },
  {
    dot_number: "9000012",
    what: "Mexican address (BN is Baja California), unrated",
    legal_name: "TRANSPORTES LUNA DE PAPEL SA DE CV",
    address: { street: "AV DEL EJEMPLO 404", city: "TIJUANA", state: "BN", zip: null },
    fleet: { power_units: 33, drivers: 41 },
    authority: { status: "ACTIVE", since: -1975 },
    inspections: { driver: [388, 21], vehicle: [402, 79], hazmat: [0, 0] },
    crashes: { fatal: 0, injury: 0, towaway: 2 },
    violations: { unsafe_driving: 7, driver_fitness: 29, hos: 2, drug_alcohol: 0, vehicle_maint: 96 },
    policies: [bipd(750_000, [-31, 59])],
  },
  {
    dot_number: "9000013",
    what: "a private carrier with a name of 63 characters and a comma, no docket",
    legal_name: "THE UNLIKELY FRIENDS' COOPERATIVE OF GRAIN AND SEED HAULERS,INC",
    address: { street: "5 ELEVATOR ROW", city: "MINOT", state: "ND", zip: "58701" },
    fleet: { power_units: 240, drivers: 198 },
    authority: { status: "NOT AUTHORIZED", since: 0 },
    inspections: { driver: [77, 4], vehicle: [58, 12], hazmat: [26, 1] },
    // Another year's averages: they must be read from the answer, never assumed.
    national_avg: { driver: 5.51, vehicle: 20.72, hazmat: 4.5 },
    crashes: { fatal: 0, injury: 2, towaway: 3 },
    violations: { unsafe_driving: 6, driver_fitness: 2, hos: 0, drug_alcohol: 0, vehicle_maint: 31 },
    differences: { carrier: { mc_number: null, authority: { common_authority_date: null } } },
  },
  {
    dot_number: "9000014",
    what: "little is known: nulls, and missing fields",
    legal_name: "BLANK LEDGER HOLDINGS",
    address: { street: null, city: "PAGO PAGO", state: "AS", zip: null },
    fleet: { power_units: 0, drivers: 40 },
    authority: { status: "", since: 0 },
    differences: {
      carrier: {
        mc_number: undefined,
        address: { city: null, zip: undefined },
        contact: undefined,
        fleet: { power_units: null },
        authority: { status: null, common_authority_date: undefined },
        safety: { driver_oos_rate: null, driver_oos_rate_national: null, total_crashes: undefined },
        insurance: null,
      },
      insurance: {
        legal_name: null,
        policies: [
          {
            policy_type: "BIPD/Primary",
            insurer_name: null,
            policy_number: "",
            coverage_amount: null,
            expiration_date: null,
          },
        ],
      },
      safety: {
        legal_name: undefined,
        inspections: {
          driver: { total: null, oos: null, oos_rate: null, national_avg: null },
          vehicle: null,
          hazmat: undefined,
        },
        crashes: { fatal: null, injury: null, towaway: null, total: undefined, rate: undefined },
        violations: undefined,
      },
    },
  },
];
