import type { BenchResult, BenchRow } from './bench-result.ts';

const HEADINGS = ['what', 'ours', 'unit', 'baseline', 'against', 'ratio', 'reach', ''];

/** A result as a Markdown table, which also reads well at the terminal. */
export function benchTable({ rows, notes }: BenchResult): string {
  const cells = [HEADINGS, ...rows.map(cellsOf)];
  const widths = HEADINGS.map((_, column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = cells;
  const rule = widths.map((width) => '-'.repeat(width));
  return [line(head), line(rule), ...body.map(line), ...notes.map((note) => `  ${note}`)].join('\n');
}

function cellsOf(row: BenchRow): string[] {
  const { what, ours, unit, baseline, against, ratio, reach, reached } = row;
  return [
    what,
    figure(ours),
    unit,
    figure(baseline),
    against,
    `${ratio.toFixed(2)}×`,
    reach,
    reached ? 'yes' : 'NO',
  ];
}

/** Three digits are as many as a benchmark knows. */
export function figure(value: number): string {
  return value >= 1000 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));
}
