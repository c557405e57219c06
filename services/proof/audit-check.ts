import { createReadStream } from 'node:fs';
import { formatPrice } from '#contracts/money.ts';
import type { Sha256 } from '#contracts/proof/chain.ts';
import { createExportCheck } from '#contracts/proof/export-check.ts';
import { type PageText, pageTitle } from '#contracts/proof/export-page.ts';
import { type ExportReport, findingText } from '#contracts/proof/export-report.ts';
import { KEY_PREFIX, type VerifySignature } from '#contracts/proof/signature.ts';
import { sha256 } from '#platform/digest.ts';
import { sanitizeForTerminal } from '#platform/escape.ts';
import { CliError, readOptions } from '#platform/terminal.ts';
import type { Terminal } from './audit-proof.ts';
import { verifySignature } from './seal/seal-keys.ts';

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
  const hex = key?.toLowerCase().replace(KEY_PREFIX, '').replaceAll(' ', '') ?? null;
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
