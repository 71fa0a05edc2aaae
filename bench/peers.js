/** What people use instead for one lookup, as far as it is installed here. */
import { isInstalled, printed } from "./measure.js";

const requestsProgram = `
import json, sys, requests
answer = requests.get(sys.argv[1])
answer.raise_for_status()
print(json.dumps(answer.json(), indent=2))
`;

/**
 * Each peer with the aim of our wall time over its own, and, where it is installed, its version and its command.
 *
 * @param {string} url what to get
 */
export function peersAt(url) {
  return [curlAndJq(url), httpie(url), pythonRequests(url)];
}

function curlAndJq(url) {
  const peer = { name: "curl to jq", aim: 3.5 };
  const missing = ["curl", "jq"].filter((name) => !isInstalled(name));
  if (missing.length > 0) return { ...peer, missing: missing.join(", ") };
  const version = `${printed("curl", ["--version"])?.split(" ")[1]}, ${printed("jq", ["--version"])}`;
  return { ...peer, version, command: ["sh", "-c", 'curl -s "$1" | jq .', "sh", url] };
}

function httpie(url) {
  const peer = { name: "HTTPie", aim: 0.4 };
  const version = printed("http", ["--version"]);
  if (!version) return { ...peer, missing: "http" };
  return { ...peer, version, command: ["http", "--ignore-stdin", "--body", "--pretty=format", url] };
}

function pythonRequests(url) {
  const peer = { name: "Python requests", aim: 0.75 };
  // The interpreter itself: version managers put a slow script before it, which is not what we compare with.
  const found = printed("python3", ["-c", "import requests, sys; print(sys.executable, requests.__version__)"]);
  if (!found) return { ...peer, missing: "python3 with requests" };
  const [interpreter, version] = found.split(" ");
  return { ...peer, version, command: [interpreter, "-c", requestsProgram, url] };
}
