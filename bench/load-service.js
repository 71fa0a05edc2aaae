/**
 * A Carrier Lookup Service for measuring: any number is a carrier, no limits,
 * as little work as can be, so that what is measured is the
 * asker. Prints its URL. Ends when its standard input does, that is with the
 * process that started it.
 *
 *   node bench/load-service.js [LATENCY IN MILLISECONDS]
 */
import { createServer } from "node:http";

const latency = Number(process.argv[2] ?? 0);

const summary = {
  legal_name: "NORTH STAR INTERMODAL LOGISTICS LLC",
  status: "ACTIVE",
  address: {
    street: "1074 Old Mill Road, Suite 102",
    city: "Sault Sainte Marie",
    state: "MI",
    zip: "49783",
  },
  fleet: { power_units: 14, drivers: 22 },
  // Not of the interface: services send more than they promise.
  source_updated_at: "2025-02-03T04:05:06Z",
};
const policy = {
  policy_type: "BIPD",
  insurer_name: "GREAT PLAINS CASUALTY",
  policy_number: "GPC-00417-22",
  coverage_amount: 1_000_000,
  effective_date: "2025-01-01T00:00:00Z",
  expiration_date: "2030-01-01T00:00:00Z",
  form_code: "91X",
};
const group = { total: 48, oos: 3, oos_rate: 6.3, national_avg: 20.7 };

/**
 * What follows the number in each answer: made once, all ASCII, so that a
 * text's length is its length in bytes.
 */
const rests = {
  summary: restOf(summary),
  "": restOf({
    mc_number: "MC-747866",
    ...summary,
    contact: { phone: "(555) 010-0147", email: "dispatch@northstar.example" },
    authority: {
      status: "ACTIVE",
      common_authority_date: "2014-06-12T00:00:00Z",
    },
    safety: {
      rating: "SATISFACTORY",
      driver_oos_rate: 3.1,
      driver_oos_rate_national: 5.5,
      total_crashes: 2,
    },
    insurance: { bipd_on_file: 1_000_000, cargo_on_file: 100_000 },
  }),
  "/insurance": restOf({
    legal_name: summary.legal_name,
    policies: [policy, { ...policy, policy_type: "CARGO" }],
  }),
  "/safety": restOf({
    legal_name: summary.legal_name,
    rating: "SATISFACTORY",
    inspections: { driver: group, vehicle: group, hazmat: group },
    crashes: { fatal: 0, injury: 1, towaway: 1, total: 2, rate: 0.4 },
    violations: {
      unsafe_driving: 4,
      driver_fitness: 1,
      hos: 6,
      drug_alcohol: 0,
      vehicle_maint: 11,
    },
  }),
};

function restOf(record) {
  return `",${JSON.stringify(record).slice(1)}`;
}

function textFor({ method, url, headers }, body) {
  if (method === "POST") {
    if (!headers["x-api-key"]) return undefined;
    const { dot_numbers: numbers } = JSON.parse(body);
    return `[${numbers.map((number) => `{"dot_number":"${number}${rests.summary}`).join(",")}]\n`;
  }
  const [, number, part = ""] =
    /^\/v1\/carriers\/(\d+)(\/insurance|\/safety)?$/.exec(url) ?? [];
  return number && `{"dot_number":"${number}${rests[part]}\n`;
}

function answer(request, response, body) {
  const text =
    textFor(request, body) ?? '{"error":"no such path, or no key"}\n';
  const status = text.startsWith('{"error"') ? 401 : 200;
  response
    .writeHead(status, {
      "content-type": "application/json",
      "content-length": text.length,
    })
    .end(text, "latin1");
}

const server = createServer((request, response) => {
  let body = "";
  request.setEncoding("latin1").on("data", (chunk) => {
    body += chunk;
  });
  request.on("end", () => {
    if (latency > 0) setTimeout(answer, latency, request, response, body);
    else answer(request, response, body);
  });
});
// A reader that is slow makes the asker pause; that is no reason to close its
// connections.
server.keepAliveTimeout = 120_000;
server.listen(0, "127.0.0.1", () =>
  console.log(`http://127.0.0.1:${server.address().port}`),
);
process.stdin.resume().on("close", () => process.exit());
