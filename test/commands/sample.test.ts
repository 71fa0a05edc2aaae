import { describe, expect, it } from "vitest";
import { InterruptedError } from "../../src/errors.ts";
import { createProgram } from "../../src/program.ts";
import { memoryHost, runInProcess } from "../support/memory-host.ts";

describe("usdot sample", () => {
  it("--list prints its numbers, what they answer, and the exit status", async () => {
    const { status, out, err } = await runInProcess(["sample", "--list"]);
    expect({ status, err }).toEqual({ status: 0, err: "" });
    const lines = out.trimEnd().split("\n");
    expect(lines[0]).toBe("USDOT    exit  what it is, or answers");
    expect(lines[2]).toBe("9000001  0     healthy and mid-size: rated, insured, better than the national average");
    expect(lines).toContain("9000404  3     404 NOT_FOUND: no such carrier (absent from a bulk answer)");
    for (const line of lines.slice(2)) expect(line).toMatch(/^90\d{5} {2}\d {5}\S/);
  });

  it("--list --json prints the same for programs", async () => {
    const { status, out, err } = await runInProcess(["sample", "--list", "--json"]);
    expect({ status, err }).toEqual({ status: 0, err: "" });
    const listed = JSON.parse(out) as unknown[];
    expect(listed).toContainEqual({
      dot_number: "9000404",
      what: "404 NOT_FOUND: no such carrier (absent from a bulk answer)",
      exit_status: 3,
    });
    expect(listed[0]).toMatchObject({ dot_number: "9000001", exit_status: 0 });
    const lines = (await runInProcess(["sample", "--list", "--format", "ndjson"])).out.trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual(listed);
    expect((await runInProcess(["sample", "--list"])).out.trimEnd().split("\n")).toHaveLength(listed.length + 2);
  });

  it.each(["", "65536", "-1", "http", "80.5"])("refuses the port %j", async (port) => {
    const { status, err } = await runInProcess(["sample", `--port=${port}`]);
    expect(status).toBe(2);
    expect(err).toMatch(/^usdot: .*port/);
  });

  it("serves on a port until stopped, and prints only its URL on stdout", async () => {
    const stop = new AbortController();
    const host = memoryHost({ signal: stop.signal });
    const said = new Promise<string>((resolve) => {
      host.stdout.write = ((text: string) => resolve(text) ?? true) as never;
    });
    const running = createProgram(host).parseAsync(["sample", "--port", "0"], { from: "user" });
    const url = await said;
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\n$/);
    const { status, out } = await runInProcess(["--base-url", url.trim(), "carrier", "9000001"]);
    expect(status).toBe(0);
    expect(out).toBe((await runInProcess(["--sample", "carrier", "9000001"])).out);

    const { port } = new URL(url);
    const second = await runInProcess(["sample", "--port", port]);
    expect(second.status).toBe(7);
    expect(second.err).toContain(`cannot listen on port ${port} (EADDRINUSE)`);

    stop.abort(new InterruptedError("SIGINT"));
    await expect(running).rejects.toBeInstanceOf(InterruptedError);
    expect(host.err()).toContain("sample data");
    expect((await runInProcess(["--base-url", url.trim(), "--retries", "0", "carrier", "9000001"])).status).toBe(5);
  });
});
