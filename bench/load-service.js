/**
 * A Carrier Lookup Service for measuring: any number is a carrier, no limits, as little work as can be, so that what is measured
 * is the asker. Prints its URL. Ends when its standard input does, that is with the process that started it.
 *
 *   node bench/load-service.js [--latency MILLISECONDS]
 */
import { createServer } from "node:http";
import { parseArgs } from "node:util";

const { values } = parseArgs({ options: { latency: { type: "string", default: "0" } } });
const latency = Number(values.latency);

const variants = 64;
const names = [
  "ACME FREIGHT",
  "BLUE RIDGE HAULING",
  "J & R TRUCKING",
  "NORTH STAR INTERMODAL LOGISTICS",
  "ORTIZ BROS",
  "V",
];
const places = [
  ["Amarillo", "TX", "79101"],
  ["Sault Sainte Marie", "MI", "49783"],
  ["Reno", "NV", "89501"],
  ["Winston-Salem", "NC", "27101"],
];

/** What follows the number in a summary: made once, all ASCII, so that a text's length is its length in bytes. */
const summaryRests = Array.from({ length: variants }, (_, index) => {
  const { dot_number: _number, ...rest } = summaryOf(index);
  return `",${JSON.stringify(rest).slice(1)}`;
});

/** What follows the number in the answers about one carrier. */
const restsOfOne = {
  "": restOf(carrierRest()),
  "/insurance": restOf(insuranceRest()),
  "/safety": restOf(safetyRest()),
};

function summaryOf(index) {
  const [city, state, zip] = places[index % places.length];
  return {
    legal_name: `${names[index % names.length]} ${index % 2 ? "LLC" : "INC"}`,
    status: index % 9 === 8 ? "INACTIVE" : "ACTIVE",
    address: { street: `${1000 + index * 37} Old Mill Road, Suite ${100 + index}`, city, state, zip },
    fleet: { power_units: (index * 7) % 400, drivers: (index * 11) % 600 },
    // Not of the interface: services send more than they promise.
    source_updated_at: "2025-02-03T04:05:06Z",
  };
}

function carrierRest() {
  return {
    mc_number: "MC-747866",
    ...summaryOf(3),
    contact: { phone: "(555) 010-0147", email: "dispatch@northstar.example" },
    authority: { status: "ACTIVE", common_authority_date: "2014-06-12T00:00:00Z" },
    safety: { rating: "SATISFACTORY", driver_oos_rate: 3.1, driver_oos_rate_national: 5.5, total_crashes: 2 },
    insurance: { bipd_on_file: 1_000_000, cargo_on_file: 100_000 },
  };
}

function insuranceRest() {
  const policy = {
    policy_type: "BIPD",
    insurer_name: "GREAT PLAINS CASUALTY",
    policy_number: "GPC-00417-22",
    coverage_amount: 1_000_000,
    effective_date: "2025-01-01T00:00:00Z",
    expiration_date: "2027-01-01T00:00:00Z",
    form_code: "91X",
  };
  return { legal_name: summaryOf(3).legal_name, policies: [policy, { ...policy, policy_type: "CARGO" }] };
}

function safetyRest() {
  const group = { total: 48, oos: 3, oos_rate: 6.3, national_avg: 20.7 };
  return {
    legal_name: summaryOf(3).legal_name,
    rating: "SATISFACTORY",
    inspections: { driver: group, vehicle: group, hazmat: group },
    crashes: { fatal: 0, injury: 1, towaway: 1, total: 2, rate: 0.4 },
    violations: { unsafe_driving: 4, driver_fitness: 1, hos: 6, drug_alcohol: 0, vehicle_maint: 11 },
  };
}

function restOf(rest) {
  return `",${JSON.stringify(rest).slice(1)}\n`;
}

/** The last two digits choose the variant: neighbours in a list differ, as in life. */
function summaryText(number) {
  const { length } = number;
  const variant = (number.charCodeAt(length - 1) + 10 * number.charCodeAt(length - 2)) % variants;
  return `{"dot_number":"${number}${summaryRests[variant] ?? summaryRests[0]}`;
}

function bulkText(body) {
  const { dot_numbers: numbers } = JSON.parse(body);
  let text = "[";
  for (const [index, number] of numbers.entries()) text += (index > 0 ? "," : "") + summaryText(number);
  return `${text}]\n`;
}

function singleText(url) {
  const [, number, resource = ""] = /^\/v1\/carriers\/(\d+)(\/insurance|\/safety)?$/.exec(url) ?? [];
  return number === undefined ? undefined : `{"dot_number":"${number}${restsOfOne[resource]}`;
}

function send(response, status, text) {
  response.writeHead(status, { "content-type": "application/json", "content-length": text.length });
  response.end(text, "latin1");
}

function answer(request, response, body) {
  const { method, url, headers } = request;
  if (method === "GET") {
    const text = singleText(url);
    return text ? send(response, 200, text) : send(response, 404, '{"error":"no such path"}\n');
  }
  if (url !== "/v1/carriers/bulk") return send(response, 404, '{"error":"no such path"}\n');
  if (!headers["x-api-key"]) return send(response, 401, '{"error":"an API key is needed"}\n');
  return send(response, 200, bulkText(body));
}

const server = createServer((request, response) => {
  response.sendDate = false;
  let body = "";
  request.setEncoding("latin1");
  request.on("data", (chunk) => {
    body += chunk;
  });
  request.on("end", () => {
    if (latency > 0) setTimeout(answer, latency, request, response, body);
    else answer(request, response, body);
  });
});
// A reader that is slow makes the asker pause; that is no reason to close its connections.
server.keepAliveTimeout = 120_000;
server.requestTimeout = 0;
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));

process.stdin.resume().on("close", () => process.exit());
