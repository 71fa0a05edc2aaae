import { setMaxListeners } from "node:events";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Semaphore, type Slot } from "../../src/service/semaphore.ts";

const never = new AbortController().signal;
// As the transport does with its own: each of those that wait listens to it.
setMaxListeners(0, never);

/** The slots given out, in order. */
function crowd(semaphore: Semaphore) {
  const given: string[] = [];
  const slots = new Map<string, Slot>();
  return {
    given,
    async enter(name: string, signal = never) {
      slots.set(name, await semaphore.acquire(signal));
      given.push(name);
    },
    async again(name: string, signal = never) {
      await semaphore.reacquire(slot(name), signal);
      given.push(name);
    },
    throttled: (name: string) => semaphore.throttled(slot(name)),
    leave: (name: string) => semaphore.release(slot(name)),
  };

  function slot(name: string): Slot {
    const found = slots.get(name);
    if (found === undefined) throw new Error(`${name} has no slot`);
    return found;
  }
}

/** Lets everything run that can run. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe("a service that throttles nothing", () => {
  test("lets any number of requests pass", async () => {
    const { enter, given } = crowd(new Semaphore(1_000));
    await Promise.all(Array.from({ length: 1_000 }, (_, index) => enter(String(index))));
    expect(given).toHaveLength(1_000);
  });
});

describe("a limit", () => {
  test("holds back further requests, from the first one on", async () => {
    const { enter, leave, given } = crowd(new Semaphore(2));
    for (const name of ["a", "b", "c"]) void enter(name);
    await settle();
    expect(given).toEqual(["a", "b"]);
    leave("a");
    await settle();
    expect(given).toEqual(["a", "b", "c"]);
  });

  test("is never exceeded, however many answers come", async () => {
    const semaphore = new Semaphore(2);
    const { enter, given } = crowd(semaphore);
    for (const name of ["a", "b", "c"]) void enter(name);
    for (let answer = 0; answer < 10; answer++) semaphore.answered();
    await settle();
    expect(given).toEqual(["a", "b"]);
  });
});

describe("after a 429", () => {
  test("requests go one at a time: throttled ones first, then new ones", async () => {
    const { enter, again, throttled, leave, given } = crowd(new Semaphore(1_000));
    for (const name of ["a", "b", "c"]) await enter(name);
    given.length = 0;
    for (const name of ["a", "b", "c"]) throttled(name);
    void enter("d");
    for (const name of ["a", "b", "c"]) void again(name);
    await settle();
    // The last one doesn't have to give its slot back.
    expect(given).toEqual(["c"]);
    for (const name of ["c", "a", "b"]) {
      leave(name);
      await settle();
    }
    expect(given).toEqual(["c", "a", "b", "d"]);
  });

  test("requests in flight continue, and no other starts until they are done", async () => {
    const { enter, throttled, leave, given } = crowd(new Semaphore(1_000));
    for (const name of ["a", "b", "c"]) await enter(name);
    throttled("a");
    void enter("d");
    for (const name of ["a", "b"]) {
      leave(name);
      await settle();
      expect(given).not.toContain("d");
    }
    leave("c");
    await settle();
    expect(given).toContain("d");
  });

  test("one more may be in flight after each streak of responses, which grows with each 429, up to a limit", async () => {
    const semaphore = new Semaphore(1_000);
    const rows: number[] = [];
    for (let throttling = 0; throttling < 8; throttling++) {
      const first = await semaphore.acquire(never);
      semaphore.throttled(first);
      let second: Slot | undefined;
      void semaphore.acquire(never).then((place) => {
        second = place;
      });
      let row = 0;
      while (second === undefined) {
        semaphore.answered();
        row += 1;
        await settle();
      }
      rows.push(row);
      semaphore.release(first);
      semaphore.release(second);
    }
    expect(rows).toEqual([2, 4, 8, 16, 32, 64, 64, 64]);
  });

  test("a 429 restarts the streak", async () => {
    const semaphore = new Semaphore(1_000);
    const place = await semaphore.acquire(never);
    semaphore.throttled(place);
    semaphore.answered();
    await semaphore.reacquire(place, never);
    semaphore.throttled(place);
    let entered = false;
    void semaphore.acquire(never).then(() => {
      entered = true;
    });
    for (let answers = 0; answers < 3; answers++) semaphore.answered();
    await settle();
    expect(entered).toBe(false);
    semaphore.answered();
    await settle();
    expect(entered).toBe(true);
  });

  test("requests throttled together count as one", async () => {
    const semaphore = new Semaphore(1_000);
    const slots = await Promise.all([1, 2, 3, 4].map(() => semaphore.acquire(never)));
    for (const place of slots) semaphore.throttled(place);
    for (const place of slots.slice(1)) semaphore.release(place);
    let entered = false;
    void semaphore.acquire(never).then(() => {
      entered = true;
    });
    semaphore.answered();
    await settle();
    expect(entered).toBe(false);
    semaphore.answered();
    await settle();
    expect(entered).toBe(true);
  });
});

describe("a request that gives up", () => {
  test("while queued, holds nobody up", async () => {
    const stop = new AbortController();
    const { enter, throttled, leave, given } = crowd(new Semaphore(1_000));
    await enter("a");
    throttled("a");
    const waiting = enter("b", stop.signal);
    void enter("c");
    stop.abort(new Error("Ctrl-C"));
    await expect(waiting).rejects.toThrow("Ctrl-C");
    leave("a");
    await settle();
    expect(given).toEqual(["a", "c"]);
    await expect(enter("d", stop.signal)).rejects.toThrow("Ctrl-C");
  });

  test("after its turn came, removes nobody else from the queue", async () => {
    const stop = new AbortController();
    const { enter, throttled, leave, given } = crowd(new Semaphore(1_000));
    await enter("a");
    throttled("a");
    for (const name of ["b", "c"]) void enter(name, name === "b" ? stop.signal : never);
    leave("a");
    await settle();
    stop.abort(new Error("Ctrl-C"));
    leave("b");
    await settle();
    expect(given).toEqual(["a", "b", "c"]);
  });

  test("between two attempts, leaves no slot behind", async () => {
    const stop = new AbortController();
    const semaphore = new Semaphore(1_000);
    const [one, two] = [await semaphore.acquire(never), await semaphore.acquire(never)];
    semaphore.throttled(one);
    const waiting = semaphore.reacquire(one, stop.signal);
    stop.abort(new Error("Ctrl-C"));
    await expect(waiting).rejects.toThrow("Ctrl-C");
    semaphore.release(one);
    semaphore.release(two);
    const { enter, given } = crowd(semaphore);
    for (const name of ["a", "b"]) void enter(name);
    await settle();
    expect(given).toEqual(["a"]);
  });
});

test("whatever the service throttles, every request gets a slot in the end, and none is throttled often", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 24 }), fc.integer({ min: 1, max: 4 }), async (requests, taken) => {
      const semaphore = new Semaphore(1_000);
      let inFlight = 0;
      // Accepts this many at once, and throttles the others.
      const ask = async () => {
        const place = await semaphore.acquire(never);
        let throttlings = 0;
        for (;;) {
          inFlight += 1;
          const throttled = inFlight > taken;
          await settle();
          inFlight -= 1;
          if (!throttled) break;
          throttlings += 1;
          semaphore.throttled(place);
          await semaphore.reacquire(place, never);
        }
        semaphore.answered();
        semaphore.release(place);
        return throttlings;
      };
      const throttlings = await Promise.all(Array.from({ length: requests }, ask));
      // A request has four attempts.
      expect(Math.max(...throttlings)).toBeLessThanOrEqual(3);
    }),
    { numRuns: 1_000 },
  );
});
