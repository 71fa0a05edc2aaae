import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { respond, serve } from "../service/loopback.ts";
import { type HostChanges, runInProcess, testDay } from "../support/memory-host.ts";
import { temporaryDirectory } from "../support/resources.ts";

const env = { USDOT_API_KEY: "any", NO_COLOR: "1" };
const bulk = (args: string, changes: HostChanges = {}) =>
  runInProcess(["--sample", "bulk", ...args.split(" ").filter(Boolean)], { env, ...changes });
const all = Array.from({ length: 14 }, (_, index) => String(9000001 + index));

describe("a bulk list", () => {
  it("is one line per carrier, including those that do not exist", async () => {
    const { status, out, err } = await bulk("9000001 9000404 9000006 9000013 9000014 9000552");
    expect(status).toBe(3);
    expect(err.trimEnd().split("\n").at(-1)).toBe("usdot: 5 answered, 1 not found (USDOT 9000404)");
    expect(out).toMatchInlineSnapshot(`
      "USDOT     Name                                                             Status          Units  Drivers  Address
      9000001   PRAIRIE LANTERN FREIGHT INC                                      ACTIVE            184      201  LINCOLN, NE
      9000404   not found
      9000006   RUSTED ANVIL HAULING LLC                                         OUT-OF-SERVICE     11        9  GARY, IN
      9000013   THE UNLIKELY FRIENDS' COOPERATIVE OF GRAIN AND SEED HAULERS,INC  ACTIVE            240      198  MINOT, ND
      9000014   BLANK LEDGER HOLDINGS                                            ACTIVE              —       40  AS
      9000552   RESERVED NUMBER TRUCKING LLC                                     ACTIVE             24       26  WICHITA, KS
      "
    `);
  });

  it("fits its terminal", async () => {
    const at = async (columns: number) => (await bulk(all.join(" "), { columns })).out;
    expect(await at(80)).toMatchInlineSnapshot(`
      "USDOT     Name                                   Status           Units  Drivers
      9000001   PRAIRIE LANTERN FREIGHT INC            ACTIVE             184      201
      9000002   GRAND KITE LINES LLC                   ACTIVE          18,450   21,306
      9000003   SOLO SPARROW TRUCKING                  ACTIVE               1        1
      9000004   FIRST MILE FOX LLC                     ACTIVE               2        2
      9000005   FADED HARBOR CARTAGE CO                INACTIVE             0        0
      9000006   RUSTED ANVIL HAULING LLC               OUT-OF-SERVICE      11        9
      9000007   BAREFOOT COURIER & FREIGHT INC         ACTIVE               6        7
      9000008   LAST LEAF LOGISTICS INC                ACTIVE              27       30
      9000009   YESTERYEAR TRANSPORT CORP              ACTIVE              14       13
      9000010   THUNDER GOOSE EXPRESS LLC              ACTIVE              58       71
      9000011   TRANSPORT L'ERABLE FANTOME INC         ACTIVE              96      104
      9000012   TRANSPORTES LUNA DE PAPEL SA DE CV     ACTIVE              33       41
      9000013   THE UNLIKELY FRIENDS' COOPERATIVE OF…  ACTIVE             240      198
      9000014   BLANK LEDGER HOLDINGS                  ACTIVE               —       40
      "
    `);
    expect(await at(60)).toMatchInlineSnapshot(`
      "USDOT     Name                                Status
      9000001   PRAIRIE LANTERN FREIGHT INC         ACTIVE
      9000002   GRAND KITE LINES LLC                ACTIVE
      9000003   SOLO SPARROW TRUCKING               ACTIVE
      9000004   FIRST MILE FOX LLC                  ACTIVE
      9000005   FADED HARBOR CARTAGE CO             INACTIVE
      9000006   RUSTED ANVIL HAULING LLC            OUT-OF-SERVICE
      9000007   BAREFOOT COURIER & FREIGHT INC      ACTIVE
      9000008   LAST LEAF LOGISTICS INC             ACTIVE
      9000009   YESTERYEAR TRANSPORT CORP           ACTIVE
      9000010   THUNDER GOOSE EXPRESS LLC           ACTIVE
      9000011   TRANSPORT L'ERABLE FANTOME INC      ACTIVE
      9000012   TRANSPORTES LUNA DE PAPEL SA DE CV  ACTIVE
      9000013   THE UNLIKELY FRIENDS' COOPERATIVE…  ACTIVE
      9000014   BLANK LEDGER HOLDINGS               ACTIVE
      "
    `);
  });

  it("has the same columns in every format", async () => {
    expect((await bulk("9000003 9000404 --format csv")).out).toMatchInlineSnapshot(`
      "dot_number,legal_name,status,fleet.power_units,fleet.drivers,address.street,address.city,address.state,address.zip,error
      9000003,SOLO SPARROW TRUCKING,ACTIVE,1,1,RR 2 BOX 77,TUPELO,MS,38801,
      9000404,,,,,,,,,not-found
      "
    `);
    expect((await bulk("9000003 9000404 --format ndjson")).out).toMatchInlineSnapshot(`
      "{"dot_number":"9000003","legal_name":"SOLO SPARROW TRUCKING","status":"ACTIVE","address":{"street":"RR 2 BOX 77","city":"TUPELO","state":"MS","zip":"38801"},"fleet":{"power_units":1,"drivers":1}}
      {"dot_number":"9000404","error":{"code":"not-found","message":"the service knows no such carrier"}}
      "
    `);
    expect(JSON.parse((await bulk("9000003 9000404 --json")).out)).toMatchObject([
      { dot_number: "9000003", fleet: { power_units: 1 } },
      { dot_number: "9000404", error: { code: "not-found" } },
    ]);
  });

  it("of one number is an array of one", async () => {
    expect(JSON.parse((await bulk("9000003 --json")).out)).toHaveLength(1);
  });

  it("requires a key before it reads anything", async () => {
    const url = "https://carriers.example.com";
    const { status, out, err } = await runInProcess(["bulk", "--base-url", url, "--file", "/nowhere"]);
    expect({ status, out }).toEqual({ status: 4, out: "" });
    expect(err).toMatch(/USDOT_API_KEY.*--api-key-file.*config set api-key.*--sample bulk/);
  });

  it("requires no key of the sample", async () => {
    const { status, out } = await bulk("9000001 --format ndjson", { env: {} });
    expect(status).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ dot_number: "9000001" });
  });

  it("with a number that breaks every answer still answers the numbers around it", async () => {
    const { status, out } = await bulk("9000001 9000400 9000002 --format ndjson");
    const rows = out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(status).toBe(8);
    expect(rows).toMatchObject([
      { legal_name: "PRAIRIE LANTERN FREIGHT INC" },
      { dot_number: "9000400", error: { code: "unusable", status: 400 } },
      { legal_name: "GRAND KITE LINES LLC" },
    ]);
  });
});

describe("a list's end", () => {
  it("is 3 with a number that does not exist, 0 with --allow-missing", async () => {
    expect((await bulk("9000001 9000404")).status).toBe(3);
    expect((await bulk("9000001 9000404 --allow-missing")).status).toBe(0);
  });

  it("is 8 with a bad line; with --strict nothing is asked, and it is 2", async () => {
    const input = "9000001\nMC-747866\n\n# a comment\n9000002\n";
    const lenient = await bulk("- --format ndjson", { input });
    expect(lenient.status).toBe(8);
    expect(lenient.out.trimEnd().split("\n")).toHaveLength(2);
    expect(lenient.err).toContain("usdot: stdin:2: MC-747866 is a docket number, not a USDOT number\n");
    const strict = await bulk("- --strict", { input });
    expect({ status: strict.status, out: strict.out }).toEqual({ status: 2, out: "" });
    expect(strict.err).toContain("usdot: stdin:2: MC-747866 is a docket number");
  });

  it("is the same with --strict where no line is invalid, though a pipe can be read only once", async () => {
    const input = "id,DOT\n7,9000001\n8,9000002\n";
    for (const options of ["--format ndjson", "--format csv --keep-columns"]) {
      const lenient = await bulk(`- ${options}`, { input });
      expect(lenient.out).toContain("9000002");
      const { status, out, err } = await bulk(`- --strict ${options}`, { input });
      expect({ status, out, err }).toEqual({ status: 0, out: lenient.out, err: lenient.err });
    }
  });
});

describe("--shard", () => {
  it("divides a list: every number is in exactly one part", async () => {
    const parts = await Promise.all(
      [1, 2, 3].map((part) => bulk(`- --shard ${part}/3 --fields dot_number --format csv`, { input: all.join("\n") })),
    );
    const numbers = parts.map(({ out }) => out.match(/\d{7}/g) ?? []);
    expect(numbers.flat().sort()).toEqual(all);
    expect(numbers.map(({ length }) => length)).toEqual([5, 5, 4]);
  });

  it.each(["0/3", "4/3", "1", "a/b", "1/0"])("refuses %s", async (shard) => {
    expect((await bulk(`9000001 --shard ${shard}`)).status).toBe(2);
  });
});

describe("--output", () => {
  it("with --resume continues what an earlier run left", async () => {
    for (const format of ["ndjson", "csv"]) {
      const path = join(temporaryDirectory(), "out");
      const list = { input: all.join("\n") };
      await bulk(`- --format ${format} --output ${path}`, list);
      const whole = readFileSync(path, "utf8");
      writeFileSync(path, whole.slice(0, whole.indexOf("\n", whole.length / 2) + 1));
      const { status, err } = await bulk(`- --format ${format} --output ${path} --resume`, list);
      expect(status).toBe(0);
      expect(err).toMatch(/\d+ answered, [1-9]\d* kept from before/);
      expect(readFileSync(path, "utf8")).toBe(whole);
    }
  });

  it("with --resume asks again for numbers without an answer", async () => {
    const path = join(temporaryDirectory(), "out");
    writeFileSync(
      path,
      '{"dot_number":"9000003","error":{"code":"unreachable","message":"x"}}\n{"dot_number":"9000001"}\n',
    );
    const { status } = await bulk(`9000001 9000003 --format ndjson --output ${path} --resume`);
    expect(status).toBe(0);
    const rows = readFileSync(path, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(rows).toMatchObject([
      { dot_number: "9000001" },
      { dot_number: "9000003", legal_name: "SOLO SPARROW TRUCKING" },
    ]);
  });

  it("with --resume counts carriers that were not found before", async () => {
    const path = join(temporaryDirectory(), "out");
    await bulk(`9000001 9000404 --format csv --output ${path}`);
    expect((await bulk(`9000001 9000404 --format csv --output ${path} --resume`)).status).toBe(3);
    expect((await bulk(`9000001 9000404 --format csv --output ${path} --resume --allow-missing`)).status).toBe(0);
  });

  it("with --resume finds its place whatever --fields says", async () => {
    const path = join(temporaryDirectory(), "out");
    const args = `--format csv --fields legal_name --output ${path} --resume`;
    await bulk(`9000001 9000404 ${args}`);
    const { err } = await bulk(`9000001 9000404 9000003 ${args}`);
    expect(err).toContain("2 kept from before");
    expect(readFileSync(path, "utf8")).toBe(
      "dot_number,legal_name,error\n9000001,PRAIRIE LANTERN FREIGHT INC,\n9000404,,not-found\n9000003,SOLO SPARROW TRUCKING,\n",
    );
  });

  it.each(["csv", "ndjson"])("with --resume continues the field error of %s", async (format) => {
    const path = join(temporaryDirectory(), "out");
    const run = () => bulk(`9000001 9000404 --format ${format} --fields error --output ${path} --resume`);
    expect((await run()).err).not.toContain("no record has");
    expect((await run()).err).toContain("2 kept from before");
  });

  it.each([
    ["--resume", "--resume needs a file to continue"],
    ["--resume --output x --json", "--resume cannot continue json"],
    ["--output x --rejects ./x", "--output and --rejects name the same file"],
  ])("refuses %s without touching a file", async (flags, why) => {
    const home = temporaryDirectory();
    const { status, err } = await bulk(
      `9000001 ${flags}`.replaceAll(" x", ` ${home}/x`).replace("./x", `${home}/./x`),
      { home },
    );
    expect(status).toBe(2);
    expect(err).toContain(`usdot: ${why}`);
    expect(readdirSync(home)).toEqual([]);
  });
});

describe("--rejects", () => {
  it("holds what has no answer, and can be read back", async () => {
    const home = temporaryDirectory();
    const rejects = join(home, "rejects.csv");
    const input = "9000001\nMC-747866\n9000500\n9000404\n";
    const { status } = await bulk(`- --retries 0 --batch-size 1 --rejects ${rejects}`, { input });
    expect(status).toBe(8);
    expect(readFileSync(rejects, "utf8")).toMatch(
      /^dot_number,file,line,reason\nMC-747866,stdin,2,".*"\n9000500,stdin,3,[^\n]+\n$/,
    );
    const again = await bulk(`--file ${rejects} --retries 0 --format csv --fields dot_number`);
    expect(again.out).toBe("dot_number,error\n9000500,unreachable\n");
    expect(again.err).toContain("rejects.csv:2: MC-747866 is a docket number");
  });

  it("that cannot be written stops the run before it begins, and leaves no files", async () => {
    const home = temporaryDirectory();
    mkdirSync(join(home, "taken"));
    for (const flags of [
      `--output ${home}/out --rejects ${home}/taken`,
      `--output ${home}/taken --rejects ${home}/rejects`,
    ]) {
      const { status, err } = await bulk(`9000001 ${flags}`);
      expect(status).toBe(7);
      expect(err).toContain(`cannot write ${home}/taken: it is a directory`);
      expect(readdirSync(home)).toEqual(["taken"]);
    }
  });

  it("is replaced even by an empty one", async () => {
    const rejects = join(temporaryDirectory(), "rejects.csv");
    writeFileSync(rejects, "old");
    expect((await bulk(`9000001 --rejects ${rejects}`)).status).toBe(0);
    expect(readFileSync(rejects, "utf8")).toBe("dot_number,file,line,reason\n");
    expect(existsSync(rejects)).toBe(true);
  });
});

it("shows progress on a terminal and then clears it, but not in a pipe or with --quiet", async () => {
  let clock = 0;
  const monotonicNow = () => {
    clock += 150;
    return clock;
  };
  const args = `${all.join(" ")} --batch-size 2 --format ndjson`;
  const { err } = await bulk(args, { errorColumns: 80, monotonicNow });
  const drawn = err.replaceAll("\r\u001b[K", "|");
  expect(drawn).toMatch(/\|4 of 14, [\d.]+ a second, about [\d.]+ s left, about 5 requests left\|/);
  expect(drawn.slice(drawn.lastIndexOf("|"))).toMatch(/^\|usdot: note: 14 answered\n/);
  expect((await bulk(args, { monotonicNow })).err).not.toContain("\r");
  expect((await bulk(`${args} --quiet`, { errorColumns: 80, monotonicNow })).err).toBe("");
  expect((await bulk(args, { errorColumns: 0, monotonicNow })).err).not.toContain("\r");
});

describe("progress", () => {
  /** A clock that advances by a second whenever it is read. */
  const ticking = (step = 1_000) => {
    let monotonicNow = 0;
    return () => {
      monotonicNow += step;
      return monotonicNow;
    };
  };

  it("in a log is a line every 30 seconds, whatever the time of day does", async () => {
    const args = `${all.join(" ")} 9000404 --batch-size 1 --format ndjson`;
    const { err } = await bulk(args, { monotonicNow: ticking(4_000), now: () => testDay - 60_000 });
    const lines = err.split("\n").filter((line) => line.includes(" a second"));
    expect(lines.length).toBeGreaterThanOrEqual(2);
    expect(lines.length).toBeLessThan(10);
    for (const line of lines) {
      expect(line).toMatch(
        /^usdot: \d+ of 15, 0\.\d+ a second, about \d+ (?:s|min) left(, about \d+ requests? left|, 1 not found)$/,
      );
    }
  });

  it("counts the lines of a list, and of a shard its part", async () => {
    const home = temporaryDirectory();
    writeFileSync(join(home, "list"), `${all.join("\n")}\n`);
    const told = async (args: string) =>
      (await bulk(`${args} --batch-size 1 --format ndjson`, { home, monotonicNow: ticking(4_000) })).err;
    expect(await told("--file list 9000404")).toMatch(/^usdot: \d+ of 15, /m);
    expect(await told("--file list --shard 1/2")).toMatch(/^usdot: \d+ of 7, /m);
    expect(await told("--file list -q")).toBe("");
  });

  it("is a line on the terminal, cleared at the end, while the rows go elsewhere", async () => {
    const { err } = await bulk("9000001 9000404 9000002 --batch-size 1", { errorColumns: 80, monotonicNow: ticking() });
    const clear = "\r\u001b[K";
    expect(err).toContain(`${clear}1 of 3, `);
    expect(err.split(clear).at(-1)).toMatch(/^usdot: \d .*\n$/);
  });

  it("is not shown between rows on the same terminal", async () => {
    const { err } = await bulk("9000001 9000404 9000002 --batch-size 1", {
      columns: 80,
      errorColumns: 80,
      monotonicNow: ticking(),
    });
    expect(err).not.toContain("\r");
  });

  it.runIf(existsSync("/proc/self/mem"))(
    "never ends a run, though the lines of its list cannot be counted",
    async () => {
      const { status, err } = await bulk("--file /proc/self/mem", { errorColumns: 80 });
      expect(status).toBe(7);
      expect(err).toContain("usdot: cannot read /proc/self/mem: the device failed\n");
    },
  );

  it("counts down if the length of the list is known", async () => {
    const list = join(temporaryDirectory(), "list.txt");
    writeFileSync(list, `${all.join("\n")}\n`);
    const { err } = await bulk(`--file ${list} --batch-size 1`, { errorColumns: 80, monotonicNow: ticking() });
    expect(err).toMatch(/2 of 14, [\d.]+ a second, about \d+ min left, about 12 requests left\r/);
  });
});

describe("an answer that may be another program's", () => {
  it.each([
    ["HTTP 404", 404, "{}"],
    ["HTTP 405", 405, "{}"],
    ["HTML", 200, "<html>Hello</html>"],
    ["broken JSON", 200, '{"a'],
  ])("names the base URL with its path: %s", async (_, status, body) => {
    const { origin } = await serve((_, _asked, response) => respond(response, status, body));
    const baseUrl = `${origin}/gateway`;
    for (const command of ["bulk", "carrier"]) {
      const { err } = await runInProcess([command, "1", "--base-url", baseUrl, "--retries", "0"], { env });
      expect(err, command).toContain(status === 200 ? `${baseUrl} answered with` : `base URL (${baseUrl})`);
      expect(err.replaceAll(baseUrl, "")).not.toContain(origin);
    }
  });
});
