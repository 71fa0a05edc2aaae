/**
 * How much faster than its input the work grows: about 1 where time is linear, about `factor` where it is quadratic. It counts CPU time,
 * and the calmest of three rounds, so that a busy machine changes nothing.
 */
export function growth(work: (size: number) => unknown, size: number, factor = 10): number {
  const took = (amount: number) => {
    const before = process.cpuUsage();
    work(amount);
    const { user, system } = process.cpuUsage(before);
    return Math.max(user + system, 1);
  };
  took(size);
  const rounds = Array.from({ length: 3 }, () => took(size * factor) / took(size) / factor);
  return Math.min(...rounds);
}

/** Below it, time is not quadratic. */
export const nearlyLinear = 4;
