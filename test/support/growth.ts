/** Below it, time is not quadratic. */
export const nearlyLinear = 4;

/**
 * How much faster than its input the work grows: about 1 where time is linear, about `factor` where it is quadratic. It counts CPU time,
 * and the first calm one of three rounds, so that a busy machine changes nothing.
 */
export function growth(work: (size: number) => unknown, size: number, factor = 10): number {
  const took = (amount: number) => {
    const before = process.cpuUsage();
    work(amount);
    const { user, system } = process.cpuUsage(before);
    return Math.max(user + system, 1);
  };
  took(size);
  let growth = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3 && growth >= nearlyLinear; round++)
    growth = Math.min(growth, took(size * factor) / took(size) / factor);
  return growth;
}
