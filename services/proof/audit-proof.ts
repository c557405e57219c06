import { createReadStream } from 'node:fs';
import { SingleBar } from 'cli-progress';
import { formatPrice } from '#contracts/money.ts';
import type { Sha256 } from '#contracts/proof/chain.ts';
import { createExportCheck } from '#contracts/proof/export-check.ts';
import { type PageText, pageTitle } from '#contracts/proof/export-page.ts';
import { type ExportReport, findingText } from '#contracts/proof/export-report.ts';
import type { VerifySignature } from '#contracts/proof/signature.ts';
import { faultText, sealFaultText, type Verdict } from '#contracts/proof/verdict.ts';
import { sha256 } from '#platform/digest.ts';
import { sanitizeForTerminal } from '#platform/escape.ts';
import { CliError, emailOf, readOptions } from '#platform/terminal.ts';
import type { Proof } from './seal/proof.ts';
import { verifySignature } from './seal/seal-keys.ts';
import type { createSeals } from './seals.postgres.ts';

export const VERIFY_USAGE = 'npm run audit -- verify [--company <admin email>]';

/** The email of a super employee; null: all companies. */
type VerifyArgs = { readonly company: string | null };

/** Throws CliError. */
export function readVerifyArgs(argv: readonly string[]): VerifyArgs {
  const { company } = readOptions(argv, { company: { type: 'string' } }, VERIFY_USAGE);
  return { company: company === undefined ? null : emailOf(company) };
}

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

export const CHECK_USAGE = 'npm run audit -- check --file <exported page> [--key <public key>]';

type CheckArgs = {
  readonly file: string;
  /** The key that has to have signed it, in 64 hex digits; null: any that the page names. */
  readonly key: string | null;
};

/** Throws CliError. */
export function readCheckArgs(argv: readonly string[]): CheckArgs {
  const { file, key } = readOptions(argv, { file: { type: 'string' }, key: { type: 'string' } }, CHECK_USAGE);
  if (file === undefined) throw new CliError(`Which file? Usage: ${CHECK_USAGE}`);
  const hex = key?.replaceAll(' ', '').toLowerCase() ?? null;
  if (hex !== null && !/^[0-9a-f]{64}$/.test(hex))
    throw new CliError('A public key has 64 hexadecimal digits.');
  return { file, key: hex };
}

/**
 * Checks an exported page without its script and prints the report. False when the page does not hold, or was not signed
 * with the key that was asked for.
 */
export async function checkPage({ file, key }: CheckArgs, { say, signal }: Terminal): Promise<boolean> {
  const reader = createPageReader(sha256, verifySignature);
  const pieces = createReadStream(file, { encoding: 'utf8', signal });
  try {
    for await (const piece of pieces) reader.add(piece);
  } catch (error) {
    throw signal.aborted ? error : new CliError(`${file} cannot be read: ${(error as Error).message}`);
  }
  const report = reader.end();
  for (const line of pageReportText(report)) say(line);
  if (key === null || report.signedBy === key) return report.wrong === 0;
  say(`  It is NOT signed with the key ${key}.`);
  return false;
}

/** While the program runs, events get their seal sooner than this. */
const SOON_SECONDS = 10;

/** The daily seals that were compared with a chain; `unfit`: the day of the first that does not match. */
type ComparedSeals = { readonly seals: number; readonly unfit: string | null };

/** The report about a company for a terminal, in one line. */
function verdictText(
  company: string,
  { fault, events, erased, head, signed, unsealed }: Verdict,
  { seals, unfit }: ComparedSeals,
): string {
  if (fault) {
    const verdict = fault.kind === 'ended' ? '' : 'NOT as sealed. ';
    return `${company}: ${verdict}${faultText(fault)} ${count(events)} before it are as sealed.`;
  }
  if (unfit !== null) return `${company}: NOT as sealed. ${sealFaultText(unfit)}`;
  const parts = [`${company}: ${count(events)} as sealed`];
  if (head) {
    const end = signed ? 'is signed and ends' : 'has no signature of a key known here and ends';
    parts.push(`the chain ${end} at position ${head.position} with ${head.link}`);
  }
  if (seals > 0) parts.push(seals === 1 ? '1 seal of a day fits' : `${seals} seals of days fit`);
  if (erased > 0) parts.push(`personal data of ${count(erased)} is erased`);
  if (unsealed.events > 0) parts.push(unsealedText(unsealed));
  return `${parts.join('; ')}.`;
}

function unsealedText({ events, seconds }: Verdict['unsealed']): string {
  const late = seconds > SOON_SECONDS ? ` after ${Math.round(seconds)} s (no running program seals)` : '';
  return `${count(events)} not sealed yet${late}`;
}

function count(events: number): string {
  return events === 1 ? '1 event' : `${events} events`;
}

const OPEN = '<script type="application/x-tallyboard">';
const CLOSE = '</script>';

/**
 * Checks an exported page like its own script, but with the installed program, so a manipulated script in the file
 * does not matter. Takes the file piece by piece; keeps the state of the check and the text around the data.
 */
export function createPageReader(sha256: Sha256, verify: VerifySignature) {
  const check = createExportCheck(sha256, verify);
  let around = '';
  let rest = '';
  let isInBlock = false;
  let from = 0;

  return {
    add(piece: string): void {
      rest += piece;
      for (;;) {
        const sign = isInBlock ? CLOSE : OPEN;
        const end = rest.indexOf(sign, from);
        if (end === -1) {
          // The marker may begin in this piece.
          from = Math.max(0, rest.length - sign.length + 1);
          return;
        }
        const text = rest.slice(0, end);
        if (isInBlock) check.add(text);
        else around += text;
        rest = rest.slice(end + sign.length);
        isInBlock = !isInBlock;
        from = 0;
      }
    },
    end(): ExportReport {
      return check.end(textOf(around + rest));
    },
  };
}

function textOf(page: string): PageText {
  const [, title = ''] = /<title>([\s\S]*?)<\/title>/.exec(page) ?? [];
  const [, body = ''] = /<body>([\s\S]*)$/.exec(page) ?? [];
  const text = body.replace(/<script[\s\S]*?<\/script>/g, '').replace(/<[^>]*>/g, '');
  return { title: unescaped(title), text: unescaped(text) };
}

const SIGNS: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };

function unescaped(html: string): string {
  return html.replace(/&(\w+|#39);/g, (entity, name: string) => SIGNS[name] ?? entity);
}

/** The report about an exported page for a terminal: a line for the whole, then one for each finding or sum. */
function pageReportText(report: ExportReport): string[] {
  const { header, events, link, signedBy, findings, wrong, totals, seals } = report;
  const signed = signedBy === null ? 'without a signature' : `signed with the key ${signedBy}`;
  const title = header ? pageTitle(header) : 'A file that cannot be read';
  const more = wrong - findings.length;
  const lines =
    wrong > 0
      ? [
          `${title}: does NOT hold.`,
          ...findings.map((finding) => `  ${findingText(finding)}`),
          ...(more > 0 ? [`  and ${more} more`] : []),
        ]
      : [
          `${title}: ${events} events as sealed, amounts right; ${seals.length} seals of days fit; it ends with ${link}, ${signed}.`,
          ...totals.map(
            ({ employeeId, name, sales, cents }) =>
              `  ${name ?? employeeId}: ${sales} Closed sales, ${formatPrice(cents)}`,
          ),
        ];
  return lines.map(sanitizeForTerminal);
}
