import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { run } from "../../support/run.ts";
import {
  type Carrier,
  changed,
  failed,
  goodCarrier,
  noSuchCarrier,
  startWorld,
} from "./world.ts";

const number = "9000001";
const good = goodCarrier(number);

/** What one morning's report says about the carrier. */
interface Morning {
  today: Carrier | undefined;
  status: number;
  says?: string[];
  never?: string[];
}

const phone = changed(number, { "contact.phone": "(555) 555-0199" });
const otherPhone = "phone was (555) 555-0110, is (555) 555-0199";
const dead = { ...good, carrier: failed };

describe("usdot vet --history", () => {
  it.each<[string, Morning[]]>([
    [
      "says nothing of a carrier that stays as it is",
      [
        { today: good, status: 0, never: ["New carriers", "Newly"] },
        { today: good, status: 0, never: ["was", "Newly", "New carriers"] },
      ],
    ],
    [
      "fails a changed identity every day until it is as it was",
      [
        { today: good, status: 0 },
        {
          today: phone,
          status: 3,
          says: ["Newly failing: 1", "Identity changes: 1", otherPhone],
        },
        {
          today: phone,
          status: 3,
          says: ["Identity changes: 1", otherPhone],
          never: ["Newly failing"],
        },
        {
          today: good,
          status: 0,
          says: ["Newly passing: 1"],
          never: ["Identity changes"],
        },
      ],
    ],
    [
      "does not forget a change while the service fails, or knows nothing of the carrier",
      [
        { today: good, status: 0 },
        { today: phone, status: 3, says: [otherPhone] },
        { today: dead, status: 5, says: ["Newly to review: 1"] },
        { today: phone, status: 3, says: [otherPhone] },
        {
          today: { ...good, carrier: noSuchCarrier },
          status: 3,
          says: ["the service has no record"],
        },
        { today: phone, status: 3, says: [otherPhone] },
      ],
    ],
    [
      "tells a value that disappears from one that nobody answered",
      [
        { today: good, status: 0 },
        {
          today: changed(number, { "contact.phone": null }),
          status: 8,
          says: ["phone was (555) 555-0110, is not stated"],
        },
        {
          today: changed(number, { "contact.phone": null }),
          status: 8,
          says: ["phone was (555) 555-0110, is not stated"],
        },
        { today: phone, status: 3, says: [otherPhone] },
      ],
    ],
    [
      "compares normalized values",
      [
        { today: good, status: 0 },
        {
          today: changed(number, {
            legal_name: "Acme Freight, Inc.",
            "address.zip": "68501-1234",
            mc_number: "115495",
            "contact.phone": "1-555-555-0110",
          }),
          status: 0,
          never: ["was"],
        },
      ],
    ],
    [
      "leads with cover that is lowered on a carrier that passes, once",
      [
        { today: good, status: 0 },
        {
          today: {
            ...good,
            insurance: JSON.parse(
              JSON.stringify(good.insurance).replace("1000000", "750000"),
            ),
          },
          status: 0,
          says: [
            "Cover lowered or ending sooner: 1",
            "was 1,000,000, is 750,000",
          ],
        },
        {
          today: {
            ...good,
            insurance: JSON.parse(
              JSON.stringify(good.insurance).replace("1000000", "750000"),
            ),
          },
          status: 0,
          never: ["Cover lowered"],
        },
      ],
    ],
    [
      "says that a carrier newly needs review",
      [
        { today: good, status: 0 },
        {
          today: changed(number, { "safety.rating": "Conditional" }),
          status: 8,
          says: ["Newly to review: 1"],
        },
      ],
    ],
  ])("%s", async (_, mornings) => {
    const world = await startWorld({});
    for (const [
      day,
      { today, status, says = [], never = [] },
    ] of mornings.entries()) {
      world.carriers = today ? { [number]: today } : {};
      const result = await world.run(
        [number, "--strict", "--history", "runs"],
        { day },
      );
      expect({
        day,
        status: result.status,
        stderr: result.stderr,
      }).toMatchObject({ day, status });
      for (const text of says)
        expect(result.stdout, `day ${day}`).toContain(text);
      for (const text of never)
        expect(result.stdout, `day ${day}`).not.toContain(text);
    }
  });

  it("reads the newest run alone: what older files say does not matter", async () => {
    const world = await startWorld({ [number]: good });
    await world.run([number, "--strict", "--history", "runs"], { day: 0 });
    world.carriers = { [number]: phone };
    await world.run([number, "--strict", "--history", "runs"], { day: 1 });
    const [oldest = ""] = readdirSync(join(world.cwd, "runs")).sort();
    rmSync(join(world.cwd, "runs", oldest));
    const result = await world.run([number, "--strict", "--history", "runs"], {
      day: 2,
    });
    expect(result.status).toBe(3);
    expect(result.stdout).toContain(otherPhone);
  });

  it("says a change once in a report", async () => {
    const world = await startWorld({ [number]: good });
    await world.run([number, "--strict", "--history", "runs"], { day: 0 });
    world.carriers = { [number]: phone };
    const { stdout } = await world.run(
      [number, "--strict", "--history", "runs"],
      { day: 1 },
    );
    expect(stdout.split("555-0199")).toHaveLength(2);
  });

  it("keeps the baseline of a carrier that is missing from the list for a day", async () => {
    const world = await startWorld({
      [number]: good,
      "9000002": goodCarrier("9000002"),
    });
    await world.run([number, "9000002", "--history", "runs"], { day: 0 });
    const absent = await world.run(
      ["9000002", "--strict", "--history", "runs"],
      { day: 1 },
    );
    const still = await world.run(
      ["9000002", "--strict", "--history", "runs"],
      { day: 2 },
    );
    const [, second = "", third = ""] = readdirSync(
      join(world.cwd, "runs"),
    ).sort();
    const replay = async (name: string) =>
      (await run(["vet", "--from", `runs/${name}`], { cwd: world.cwd })).stdout;
    for (const stdout of [absent.stdout, await replay(second)])
      expect(stdout).toContain("Gone carriers: 1");
    for (const stdout of [still.stdout, await replay(third)])
      expect(stdout).not.toContain("Gone carriers");
    world.carriers[number] = phone;
    const back = await world.run([number, "9000002", "--history", "runs"], {
      day: 3,
    });
    expect(back.status).toBe(3);
    expect(back.stdout).toContain(otherPhone);
  });

  it("accepts a change by a waiver, and only what it saw", async () => {
    const world = await startWorld({ [number]: good });
    const waiver = (saw: string) =>
      `version: 1\nwaivers:\n  - { carrier: ${number}, rule: unchanged, reason: called them, by: me, until: 2027-01-01, saw: { phone: "${saw}" } }\n`;
    await world.run([number, "--strict", "--history", "runs"], { day: 0 });
    world.carriers = { [number]: phone };
    const args = [number, "--strict", "--history", "runs", "--waivers"];
    expect(
      (
        await world.run([...args, world.file("w.yaml", waiver("5555550100"))], {
          day: 1,
        })
      ).status,
    ).toBe(3);
    expect(
      (
        await world.run([...args, world.file("w.yaml", waiver("5555550199"))], {
          day: 2,
        })
      ).status,
    ).toBe(0);
    expect(
      (await world.run([number, "--strict", "--history", "runs"], { day: 3 }))
        .status,
    ).toBe(0);
  });

  it("goes on where a killed run stopped", async () => {
    const numbers = ["9000001", "9000002", "9000003"];
    const world = await startWorld(
      Object.fromEntries(numbers.map((one) => [one, goodCarrier(one)])),
    );
    await world.run([...numbers, "--history", "runs"], { day: 0 });
    await world.run([...numbers, "--history", "runs"], { day: 1 });
    const killed = join(world.cwd, "runs/2026-11-22T120000Z.ndjson");
    const lines = readFileSync(killed, "utf8").split("\n");
    writeFileSync(
      killed,
      `${lines.slice(0, 3).join("\n")}\n${lines[3]?.slice(0, 100)}`,
    );
    const args = [...numbers, "--history", "runs"];
    const told = await world.run([...args, "--dry-run"], { day: 1.1 });
    expect(told.status).toBe(0);
    const named = await world.run(args, { day: 1.2 });
    expect(named.stderr).toContain(
      "runs/2026-11-22T120000Z.ndjson was cut off; the same command with --reuse runs/2026-11-22T120000Z.ndjson continues it",
    );
    expect(world.asked).toHaveLength(9);
    rmSync(join(world.cwd, "runs/2026-11-22T164800Z.ndjson"));
    const continued = await world.run(
      [...args, "--reuse", "runs/2026-11-22T120000Z.ndjson"],
      { day: 1.3 },
    );
    expect(continued.status).toBe(0);
    expect(continued.stderr).not.toContain("was cut off");
    expect(world.asked.sort()).toEqual([
      "9000003/carrier",
      "9000003/insurance",
      "9000003/safety",
    ]);
  });

  it("leaves runs of another service alone, and notes that there is nothing to compare with", async () => {
    const [one, other] = [
      await startWorld({ [number]: good }),
      await startWorld({ [number]: phone }),
    ];
    await one.run([number, "--strict", "--history", "runs"]);
    const result = await other.run([number, "--strict", "--history", "runs"], {
      cwd: one.cwd,
      day: 1,
    });
    expect(result).toMatchObject({
      status: 0,
      stderr: expect.stringContaining("no earlier run of this service in runs"),
    });
  });

  it("lets one run at a time use a history", async () => {
    const world = await startWorld({ [number]: good });
    await world.run([number, "--history", "runs"]);
    writeFileSync(
      join(world.cwd, "runs/history.lock"),
      JSON.stringify({ pid: 1, host: "elsewhere" }),
    );
    expect(await world.run([number, "--history", "runs"])).toMatchObject({
      status: 7,
      stderr: expect.stringMatching(
        /another usdot \(process 1 on elsewhere\) is writing \S+\/runs; if it is not, delete \S+\/runs\/history\.lock/,
      ),
    });
    expect(world.asked).toEqual([]);
  });

  it("says that changes are reported only once where no error-level rule holds a carrier to them", async () => {
    const world = await startWorld({ [number]: good });
    const policy = world.file(
      "p.yaml",
      "version: 1\nname: mine\nrules:\n  status: { allow: [ACTIVE] }\n",
    );
    const args = [number, "--strict", "--history", "runs", "--policy", policy];
    await world.run(args);
    world.carriers = { [number]: phone };
    const result = await world.run(args, { day: 1 });
    expect(result).toMatchObject({
      status: 0,
      stdout: expect.stringContaining(otherPhone),
    });
    expect(result.stderr).toContain("a change is reported only once");
    expect((await world.run(args, { day: 2 })).stdout).not.toContain(
      otherPhone,
    );
  });

  it("reports only what changed with --only-changed, and counts all", async () => {
    const world = await startWorld({
      [number]: good,
      "9000002": goodCarrier("9000002", "OTHER CO"),
    });
    const args = [number, "9000002", "--history", "runs"];
    await world.run(args);
    world.carriers[number] = phone;
    for (const format of ["table", "csv", "ndjson"]) {
      const { stdout, status } = await world.run(
        [...args, "--only-changed", "--format", format],
        { day: 1 },
      );
      expect(status).toBe(3);
      expect(stdout).toContain(number);
      expect(stdout).not.toContain("9000002");
      if (format === "table") expect(stdout).toContain("2 carriers: 1 fails");
      rmSync(join(world.cwd, "runs/2026-11-22T120000Z.ndjson"));
    }
  });
});
