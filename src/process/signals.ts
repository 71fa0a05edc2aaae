/** Signals that stop the program, and what keeps it from ending. */
import { setMaxListeners } from "node:events";
import { InterruptedError, type StopSignal, stopSignals } from "../errors.ts";
import { exitStatusOf } from "../runtime/exit-status.ts";

/** Milliseconds from a signal to the end of the process, even if output is still unread. */
const shutdownTimeout = 5_000;

/** The first signal stops the run cleanly and within a time limit; a second one ends the process the default way. */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  // Every pending request listens to it, and Node warns about more than 10 listeners.
  setMaxListeners(0, stop.signal);
  const onSignal = (name: StopSignal) => {
    for (const each of stopSignals) process.removeListener(each, onSignal);
    const error = new InterruptedError(name);
    setTimeout(() => process.exit(exitStatusOf(error)), shutdownTimeout).unref();
    // Exiting waits for busy threads. Dying of the signal doesn't, and a shell reports the same status.
    process.once("exit", () => hasBusyThreads() && process.kill(process.pid, name));
    stop.abort(error);
  };
  for (const name of stopSignals) process.on(name, onSignal);
  return stop.signal;
}

/** Whether a thread is busy with a name lookup or a file, which can take forever (a FIFO that nobody opens) and can't be canceled. */
export function hasBusyThreads(): boolean {
  return process.getActiveResourcesInfo().some((resource) => /^(?:GetAddrInfo|FSReq)/.test(resource));
}
