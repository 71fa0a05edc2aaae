/** What the manual page says that the command tree doesn't. */
import type { PageDetails } from "../reference/manual/page.ts";
import { exitStatuses } from "../runtime/exit-status.ts";

/** The details for a version. */
export function pageDetails(version: string): PageDetails {
  return { version, purpose, description, exitStatuses: Object.values(exitStatuses), environment, files, seeAlso };
}

const purpose = "look up US motor carriers, and vet them by a policy";

const description = [
  "usdot asks a Carrier Lookup Service about motor carriers, by USDOT number: who a carrier is, its insurance, its safety record. It takes one number or a list, and judges carriers by a policy.",
  "Data goes to standard output, everything else to standard error. The service is set with --base-url; --sample asks an embedded one instead, with invented carriers, without an account or a network.",
  "Most options are also settings: each can be given as a flag, as an environment variable, or in the configuration file, in this order of precedence.",
];

const environment = [
  {
    name: "HTTPS_PROXY, HTTP_PROXY, NO_PROXY",
    meaning: "the proxy to the service, and the hosts that are asked without it",
  },
  { name: "NODE_EXTRA_CA_CERTS", meaning: "a file with certificate authorities to trust besides the well-known ones" },
  { name: "NO_COLOR, FORCE_COLOR, TERM", meaning: "whether to use color, where --color is auto" },
  { name: "XDG_CONFIG_HOME", meaning: "where the configuration file is; on Windows APPDATA" },
  { name: "GITHUB_ACTIONS", meaning: "if true, nothing in the output can start a workflow command" },
  { name: "GITHUB_STEP_SUMMARY", meaning: "with the github report of vet, the file that gets the job summary" },
];

const files = [
  {
    path: "~/.config/usdot/config.json",
    meaning:
      "the configuration file, unless XDG_CONFIG_HOME, --config or USDOT_CONFIG says otherwise; it must be private to its owner",
  },
];

const seeAlso = ["usdot help", "usdot help options", "usdot vet --rules"];
