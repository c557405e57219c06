import { formatPrice } from '#contracts/money.ts';
import { pageTitle } from '#contracts/proof/export-page.ts';
import { type ExportReport, findingText } from '#contracts/proof/export-report.ts';
import { harmless } from '../harmless.ts';

/** What a person at the terminal reads about an exported page: a line for the whole, then one for each finding or sum. */
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
  return lines.map(harmless);
}
