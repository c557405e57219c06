import { formatPrice } from '#contracts/money.ts';
import type { Sha256 } from '#contracts/proof/chain.ts';
import { createExportCheck } from '#contracts/proof/export-check.ts';
import { type PageText, pageTitle } from '#contracts/proof/export-page.ts';
import { type ExportReport, findingText } from '#contracts/proof/export-report.ts';
import { sanitizeForTerminal } from '#platform/escape.ts';

const OPEN = '<script type="application/x-tallyboard">';
const CLOSE = '</script>';

/**
 * Checks an exported page like its own script, but with the installed program, so a manipulated script in the file
 * does not matter. Takes the file piece by piece; keeps the state of the check and the text around the data.
 */
export function createPageReader(sha256: Sha256) {
  const check = createExportCheck(sha256);
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
export function pageReportText(report: ExportReport): string[] {
  const { header, events, link, findings, wrong, totals, seals } = report;
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
          `${title}: ${events} events as recorded, amounts right; ${seals.length} seals of days fit; it ends with ${link}.`,
          ...totals.map(
            ({ employeeId, name, sales, cents }) =>
              `  ${name ?? employeeId}: ${sales} Closed sales, ${formatPrice(cents)}`,
          ),
        ];
  return lines.map(sanitizeForTerminal);
}
