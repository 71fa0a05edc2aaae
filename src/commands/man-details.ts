/** What the manual page says that the command tree doesn't. */
import type { PageDetails } from "../reference/manual/page.ts";
import { exitStatuses } from "../runtime/exit-status.ts";
import { otherVariables } from "../settings/environment.ts";

/** The details for a version. */
export function pageDetails(version: string): PageDetails {
  const statuses = Object.values(exitStatuses);
  return { version, purpose, description, exitStatuses: statuses, environment: otherVariables, files, seeAlso };
}

const purpose = "look up US motor carriers, and vet them by a policy";

const description = [
  "usdot asks a Carrier Lookup Service about motor carriers, by USDOT number: who a carrier is, its insurance, its safety record. It takes one number or a list, and judges carriers by a policy.",
  "Data goes to standard output, everything else to standard error. The service is set with --base-url; --sample asks an embedded one instead, with invented carriers, without an account or a network.",
  "Most options are also settings: each can be given as a flag, as an environment variable, or in the configuration file, in this order of precedence.",
];

const files = [
  {
    path: "~/.config/usdot/config.json",
    meaning:
      "the configuration file, unless XDG_CONFIG_HOME, --config or USDOT_CONFIG says otherwise; it must be private to its owner",
  },
];

const seeAlso = ["usdot help", "usdot help options", "usdot help formats", "usdot vet --rules"];
