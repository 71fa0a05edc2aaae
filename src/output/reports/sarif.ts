/** SARIF 2.1.0 (OASIS), as GitHub's code scanning takes it. */
import { pathToFileURL } from "node:url";
import type { Invocation, Location, Notification, ReportingDescriptor, Result, Run } from "sarif";
import { grouped } from "../../text/digits.ts";
import { compactJson } from "../../text/json-text.ts";
import { visible } from "../../text/safe-text.ts";
import { sha256 } from "../../vet/evidence/format.ts";
import { type Effect, effectOf, type PublicFinding, publicFinding } from "../../vet/finding.ts";
import type { Finding, ListPlace, VettedCarrier } from "../../vet/model.ts";
import { withHead } from "../sink.ts";
import { closingFields } from "./json.ts";
import type { Report } from "./report.ts";
import { Room } from "./room.ts";
import { noticesOf, type ReportFooter, shortList } from "./summary.ts";
import { carrierName, statementOf } from "./words.ts";

/** Results that GitHub accepts of one run (docs.github.com, "SARIF support for code scanning"). */
const maxResults = 25_000;
/** Notifications of one kind: they are for people to read. */
const maxNotifications = 100;

/** Which findings are results, in the order in which they are kept, and their level (SARIF 3.27.10). */
const ranks: readonly (readonly [Effect, Result.level])[] = [
  ["fail", "error"],
  ["review", "warning"],
  ["warning", "note"],
];

const schema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/** Written at the end, failures first: GitHub accepts so many results and no more. */
export const sarif: Report = (sink, header, { rules }) => {
  const { tool, as_of, policy, service } = header;
  const results = new Room(maxResults, ranks.length);
  /** The rules that results name. */
  const named = new Set<string>();
  /** As many as there are waivers. */
  const waived: PublicFinding[] = [];
  const add = (finding: Finding, carrier: VettedCarrier) => {
    const effect = effectOf(finding);
    if (effect === "waived") waived.push(publicFinding(finding));
    const rank = ranks.findIndex(([ranked]) => ranked === effect);
    if (rank < 0) return;
    named.add(finding.rule);
    results.hold(rank, compactJson(JSON.stringify(resultOf(finding, carrier, rank))), 1);
  };
  const runFields = (footer: ReportFooter): Omit<Run, "results"> => {
    const invocation: Invocation = {
      executionSuccessful: !footer.cut_off,
      startTimeUtc: as_of,
      toolExecutionNotifications: notifications(footer, results.leftOut()),
    };
    return {
      tool: {
        driver: { name: tool.name, version: tool.version, rules: [...named].map((id) => descriptor(id, rules)) },
      },
      invocations: [invocation],
      properties: { as_of, policy, service, ...closingFields(footer), waived },
    };
  };
  return {
    write(carriers) {
      for (const carrier of carriers) for (const finding of carrier.findings) add(finding, carrier);
    },
    async end(footer) {
      const write = withHead(sink, `{"$schema":"${schema}","version":"2.1.0","runs":[{"results":[\n`);
      let separator = "";
      for (const rank of ranks.keys()) {
        for (const json of results.held(rank)) {
          await write(separator + json);
          separator = ",\n";
        }
      }
      await write(`],${compactJson(JSON.stringify(runFields(footer))).slice(1)}]}\n`);
    },
  };
};

function resultOf(finding: Finding, carrier: VettedCarrier, rank: number): Result {
  const { dot_number, rule, outcome, place } = finding;
  return {
    ruleId: visible(rule),
    level: ranks[rank]?.[1] ?? "none",
    message: { text: plainMessage(`USDOT ${visible(dot_number)} ${carrierName(carrier)}: ${statementOf(finding)}`) },
    locations: [locationOf(dot_number, place)],
    // GitHub's own covers the lines that follow, so an alert would close and open again with every change of the list.
    partialFingerprints: { primaryLocationLineHash: `${sha256(`${dot_number}/${rule}`).slice(0, 32)}:1` },
    properties: { dot_number, verdict: carrier.verdict, outcome },
  };
}

/** Placeholders and embedded links (SARIF 3.11.5, 3.11.6) are escaped: service text is neither. */
function plainMessage(text: string): string {
  return text.replace(/[{}]/g, "$&$&").replace(/[[\]]/g, "\\$&");
}

function locationOf(number: string, place: ListPlace | null): Location {
  if (!place)
    return { physicalLocation: { artifactLocation: { uri: `USDOT-${encodeURIComponent(visible(number))}` } } };
  return {
    physicalLocation: { artifactLocation: { uri: pathUri(place.source) || "list" }, region: { startLine: place.line } },
  };
}

/** `C:\\lists\\a.txt`, `\\\\server\\lists\\a.txt` */
const onWindows = /^(?:[a-z]:[\\/]|\\\\[\w.-]+\\[^\\])/i;

/**
 * A path as a URI reference (RFC 3986): relative where the path is, as GitHub wants it, and a `file` URI where it is absolute, on
 * whatever system.
 */
export function pathUri(path: string): string {
  const windows = onWindows.test(path);
  if (windows || path.startsWith("/")) return pathToFileURL(path, { windows }).href;
  const relative = path.replaceAll("\\", "/").replace(/^(?:\.?\/+)+/, "");
  // Half a character, which no file name on a disk has, cannot be encoded.
  const names = relative.replace(/\p{Surrogate}/gu, "\ufffd").split("/");
  return names.map(encodeURIComponent).join("/");
}

function descriptor(rule: string, rules: ReadonlyMap<string, string>): ReportingDescriptor {
  const id = visible(rule);
  return { id, shortDescription: { text: plainMessage(visible(rules.get(rule) ?? id)) } };
}

function notifications(footer: ReportFooter, leftOut: number): Notification[] {
  const cut = `only ${grouped(maxResults)} results are kept, failures first; ${grouped(leftOut)} are left out`;
  const notices = shortList(noticesOf(footer), maxNotifications);
  return [...(leftOut > 0 ? [cut] : []), ...notices].map((text) => ({
    level: "warning",
    message: { text: plainMessage(text) },
  }));
}
