/** The environment variables that are honored besides the settings, `USDOT_*`. */
export const otherVariables: readonly { name: string; meaning: string }[] = [
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
