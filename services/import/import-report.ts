import { formatPrice } from '#contracts/money.ts';
import type { ImportReport } from './import-run.ts';

/** 0: every row is in. 2: some rows were refused. (1, nothing done, is an CliError and has no report.) */
export function exitCodeOf({ refused }: ImportReport): 0 | 2 {
  return refused.length === 0 ? 0 : 2;
}

/** What the person at the terminal reads at the end; `seconds` is what it took. */
export function reportText(report: ImportReport, seconds: number): string {
  const { rows, accepted, alreadyThere, refused, closed, closedCents, commissionCents } = report;
  const lines = [
    `Company of ${report.email}`,
    `Campaigns ${report.campaigns}, managers ${report.managers}, associates ${report.associates}`,
    `Rows ${rows}: ${accepted} accepted, ${alreadyThere} already there, ${rows - accepted - alreadyThere} refused`,
    `Closed ${closed} worth ${formatPrice(closedCents)}, commission ${formatPrice(commissionCents)}`,
    `Took ${seconds.toFixed(1)} s`,
    ...(refused.length > 0 ? ['', 'Refused:'] : []),
    ...refused.map(({ file, line, reason }) => `  ${file} line ${line}: ${reason}`),
  ];
  return lines.join('\n');
}
