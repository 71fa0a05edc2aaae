/** Opens the service for a command, and says what is to be known about it. */
import {
  type Connection,
  type Needs,
  openConnection,
} from "../run/connection.ts";
import type { Context } from "../run/context.ts";
import type { Reporter } from "../run/reporter.ts";
import type { Notice } from "../service/client.ts";
import { sampleText } from "../settings/options.ts";
import { inWords } from "../text/digits.ts";

export async function openService(
  context: Context,
  needs: Needs,
): Promise<Connection> {
  const { host, settings, reporter, output } = context;
  const connection = await openConnection(context, needs, (notice) =>
    report(notice, reporter),
  );
  // Who typed --sample knows it, and a screen says it itself.
  const isKnown = settings.origins.sample?.from === "flag" && host.stdout.isTTY;
  const isScreen = settings.values.format === "table" && output === undefined;
  if (settings.values.sample && !(isKnown && isScreen))
    reporter.note(sampleText);
  if (connection.withheld) reporter.warning(connection.withheld);
  reporter.status(aboutService(connection));
  return {
    ...connection,
    close() {
      reporter.status(undefined);
      return connection.close();
    },
  };
}

/** What the status line says while the service is asked. */
export const aboutService = ({ service }: Connection): string =>
  `asking ${service.replace(/^https?:\/\//, "")}`;

function report(notice: Notice, reporter: Reporter): void {
  if (notice.kind === "request") {
    reporter.detail(
      `${notice.method} ${notice.url}: ${notice.result} (${Math.round(notice.took)} ms)`,
    );
  } else if (notice.kind === "retry") {
    reporter.detail(
      `${notice.error.message}: retrying in ${inWords(notice.wait)}`,
    );
  } else {
    const why =
      notice.why === "rate-limit"
        ? "rate limit of the service"
        : "the service asks clients to retry later";
    reporter.note(`${why}: waiting ${inWords(notice.wait)}`);
  }
}
