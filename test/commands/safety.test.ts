import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { type HostChanges, runInProcess } from "../support/memory-host.ts";

const safety = (args: string, changes: HostChanges = {}) =>
  runInProcess(["--sample", "safety", ...args.split(" ")], { env: { NO_COLOR: "1" }, ...changes });

describe("the safety of a carrier", () => {
  it("shows inspections with the national average, crashes and violations", async () => {
    expect((await safety("9000010")).out).toMatchInlineSnapshot(`
      "THUNDER GOOSE EXPRESS LLC                                       USDOT 9000010

      Safety  rating  Conditional

      Inspections  total    OOS   OOS rate   national
                   ──────────────────────────────────────────────
        driver       147     19       12.9       6.67  ABOVE
        vehicle      103     36       35.0      22.26  ABOVE
        hazmat        17      2       11.8       4.44  ABOVE, few

      Crashes     fatal                1
                  injury               5
                  towaway              12
                  total                18
                  rate                 31
      Violations  unsafe driving       63
                  driver fitness       12
                  hours of service     58
                  drugs and alcohol    1
                  vehicle maintenance  141
      "
    `);
    expect((await safety("9000010", { columns: 80 })).out).toMatchInlineSnapshot(`
      "THUNDER GOOSE EXPRESS LLC                                       USDOT 9000010

      Safety  rating  Conditional

      Inspections  total    OOS   OOS rate   national
                   ──────────────────────────────────────────────
        driver       147     19       12.9       6.67  ABOVE
        vehicle      103     36       35.0      22.26  ABOVE
        hazmat        17      2       11.8       4.44  ABOVE, few

      Crashes     fatal                1
                  injury               5
                  towaway              12
                  total                18
                  rate                 31
      Violations  unsafe driving       63
                  driver fitness       12
                  hours of service     58
                  drugs and alcohol    1
                  vehicle maintenance  141
      "
    `);
    expect((await safety("9000010", { columns: 60 })).out).toMatchInlineSnapshot(`
      "THUNDER GOOSE EXPRESS LLC
      USDOT 9000010

      Safety  rating  Conditional

      Inspections  total    OOS   OOS rate   national
                   ──────────────────────────────────────────────
        driver       147     19       12.9       6.67  ABOVE
        vehicle      103     36       35.0      22.26  ABOVE
        hazmat        17      2       11.8       4.44  ABOVE, few

      Crashes     fatal                1
                  injury               5
                  towaway              12
                  total                18
                  rate                 31
      Violations  unsafe driving       63
                  driver fitness       12
                  hours of service     58
                  drugs and alcohol    1
                  vehicle maintenance  141
      "
    `);
  });

  it("without inspections is not a perfect record", async () => {
    const { out } = await safety("9000004");
    expect(out.match(/no inspections/g)).toHaveLength(3);
    expect(out).not.toContain("below");
  });

  it("is compared with the averages in the same answer", async () => {
    expect((await safety("9000013")).out).toContain("5.2       5.51  below");
  });

  it("has its numbers as received in CSV", async () => {
    const rows = parse((await safety("9000010 9000404 --format csv")).out, { columns: true }) as Record<
      string,
      string
    >[];
    expect(rows[0]).toMatchObject({
      "inspections.driver.total": "147",
      "inspections.driver.oos_rate": "12.9",
      "inspections.driver.national_avg": "6.67",
      "violations.vehicle_maint": "141",
      error: "",
    });
    expect(rows[1]).toMatchObject({ dot_number: "9000404", "crashes.total": "", error: "not-found" });
  });

  it("can be reduced to one group", async () => {
    expect((await safety("9000010 --fields crashes")).out).toMatchInlineSnapshot(`
      "THUNDER GOOSE EXPRESS LLC                                       USDOT 9000010

      Crashes  fatal    1
               injury   5
               towaway  12
               total    18
               rate     31
      "
    `);
    expect((await safety("9000010 --fields crashes --format ndjson")).out).toMatchInlineSnapshot(`
      "{"dot_number":"9000010","crashes":{"fatal":1,"injury":5,"towaway":12,"total":18,"rate":31}}
      "
    `);
    expect((await safety("9000010 --fields inspections.driver,inspections.vehicle.oos")).out).toMatchInlineSnapshot(`
      "THUNDER GOOSE EXPRESS LLC                                       USDOT 9000010

      Inspections  driver                  12.9 ABOVE (national 6.67, 19 of 147)
                   vehicle out of service  36
      "
    `);
  });
});
