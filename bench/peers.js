/** What people use or write instead, as far as it is installed here. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { isInstalled, printed } from "./measure.js";
import { root, workspace } from "./workspace.js";

/**
 * @typedef {object} Peer
 * @property {string} name
 * @property {string} [missing] what would have to be installed
 * @property {string} [version]
 *
 * @typedef {Peer & { aim: number, command?: string[] }} LookupPeer for one lookup; `aim`: our wall time over its own
 * @typedef {Peer & { aims?: [number, number], commandFor?: (url: string, list: string) => string[] }} ListPeer for a list; `aims`: on
 * Node 20, and on later versions
 */

const requestsProgram = `
import json, sys, requests
answer = requests.get(sys.argv[1])
answer.raise_for_status()
print(json.dumps(answer.json(), indent=2))
`;

/**
 * The peers of one lookup.
 *
 * @param {string} url what to get
 * @returns {LookupPeer[]}
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

/**
 * The peers of a list.
 *
 * @returns {ListPeer[]}
 */
export function listPeers() {
  return [goProgram(), aiohttp()];
}

/** Compiled here, so that a Go of any version will do. */
function goProgram() {
  const peer = { name: "a Go program", aims: [1.25, 1] };
  const version = printed("go", ["version"])?.split(" ")[2];
  if (!version) return { ...peer, missing: "go" };
  const program = join(workspace, "go-peer");
  const { status } = spawnSync("go", ["build", "-o", program, "."], { cwd: join(root, "bench/go"), stdio: "inherit" });
  if (status !== 0) throw new Error("go build failed");
  return { ...peer, version, commandFor: (url, list) => [program, url, list] };
}

function aiohttp() {
  const peer = { name: "aiohttp" };
  const found = printed("python3", ["-c", "import aiohttp, sys; print(sys.executable, aiohttp.__version__)"]);
  if (!found) return { ...peer, missing: "python3 with aiohttp" };
  const [interpreter, version] = found.split(" ");
  const script = join(root, "bench/list-peer.py");
  return { ...peer, version: `aiohttp ${version}`, commandFor: (url, list) => [interpreter, script, url, list] };
}
