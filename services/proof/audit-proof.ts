import { createReadStream } from 'node:fs';
import { SingleBar } from 'cli-progress';
import { sha256 } from '#platform/digest.ts';
import { sanitizeForTerminal } from '#platform/escape.ts';
import { CliError } from '#platform/terminal.ts';
import { createPageReader, pageReportText } from './page-reader.ts';
import type { Proof } from './seal/proof.ts';
import { verdictText } from './seal/verify-report.ts';
import type { createSeals } from './seals.postgres.ts';

type Terminal = {
  readonly say: (line: string) => void;
  /** Aborts with Ctrl-C. */
  readonly signal: AbortSignal;
};

type Sealed = {
  readonly proof: Pick<Proof, 'verifyCompany'>;
  readonly seals: Pick<ReturnType<typeof createSeals>, 'compare'>;
};

/** Verifies one company after the other and prints each verdict. False when an event is not as it was sealed. */
export async function verifyCompanies(
  companies: readonly { readonly companyId: string; readonly name: string }[],
  { proof, seals: kept }: Sealed,
  { say, signal }: Terminal,
): Promise<boolean> {
  let isAsSealed = true;
  for (const { companyId, name } of companies) {
    const bar = progressBar();
    const verdict = await proof.verifyCompany(companyId, bar.step, signal).finally(bar.stop);
    const { seals, unfit } = await kept.compare(companyId);
    say(sanitizeForTerminal(verdictText(name, verdict, { seals, unfit: unfit?.day ?? null })));
    isAsSealed &&= verdict.fault === null && unfit === null;
  }
  return isAsSealed;
}

/** On a terminal only; a log file has no use for it. */
function progressBar() {
  const bar = new SingleBar({ format: 'Verifying {bar} {percentage}% | {value} of {total} events' });
  let isShown = false;
  return {
    step(events: number, of: number) {
      if (!process.stderr.isTTY) return;
      if (!isShown) bar.start(of, 0);
      isShown = true;
      bar.setTotal(of);
      bar.update(events);
    },
    stop: () => bar.stop(),
  };
}

/** Checks an exported page without its script and prints the report. False when the page does not hold. */
export async function checkPage(file: string, { say, signal }: Terminal): Promise<boolean> {
  const reader = createPageReader(sha256);
  const pieces = createReadStream(file, { encoding: 'utf8', signal });
  try {
    for await (const piece of pieces) reader.add(piece);
  } catch (error) {
    throw signal.aborted ? error : new CliError(`${file} cannot be read: ${(error as Error).message}`);
  }
  const report = reader.end();
  for (const line of pageReportText(report)) say(line);
  return report.wrong === 0;
}
