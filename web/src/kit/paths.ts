import { paths } from '#contracts/paths.ts';

export { paths };

type RowPath = Exclude<
  Extract<(typeof paths)[keyof typeof paths], `${string}:id`>,
  typeof paths.historyOf | typeof paths.statementOf
>;

/** The address of one row: `pathTo(paths.sale, sale.id)`. */
export function pathTo(path: RowPath, id: string): string {
  return path.replace(':id', encodeURIComponent(id));
}

/** Compares a day (`yyyy-mm-dd`) as known at its end, or at another instant, with the same day as known today. */
export function comparisonPath(date: string, until?: string): string {
  const path = paths.comparison.replace(':date', encodeURIComponent(date));
  return until === undefined ? path : `${path}?until=${until}`;
}

/** The replay of a day (`yyyy-mm-dd`). */
export function replayPath(date: string): string {
  return paths.replay.replace(':date', encodeURIComponent(date));
}

/** The payroll of the period that begins on a date (`yyyy-mm-dd`). */
export function payrollPath(from: string): string {
  return paths.payrollOf.replace(':from', encodeURIComponent(from));
}

/** The statement of that period: of an employee, for managers, or the own without an id. */
export function statementPath(from: string, employeeId = ''): string {
  const path = employeeId ? paths.statementOf : paths.myStatement;
  return path.replace(':from', encodeURIComponent(from)).replace(':id', encodeURIComponent(employeeId));
}

type KindWithHistory = 'sale' | 'shift' | 'employee' | 'campaign' | 'goal' | 'access';

/** The history of one row; the id of a shift is `<employee>_<date>`, of an access history the employee's. */
export function historyPath(kind: KindWithHistory, id: string): string {
  return paths.historyOf.replace(':kind', kind).replace(':id', encodeURIComponent(id));
}

/** The login page that leads to `wanted` afterwards. */
export function loginPath(wanted: string): string {
  return wanted === paths.dashboard ? paths.login : `${paths.login}?to=${encodeURIComponent(wanted)}`;
}

/** The wanted page in the address of a login; only our own pages count, so that no link leads elsewhere. */
export function wantedPath(search: string): string {
  const to = new URLSearchParams(search).get('to') ?? '';
  return /^\/(layout|update-subscription)\/[\w/%-]*(\?[\w=&%+.*:@-]*)?$/.test(to) ? to : paths.dashboard;
}
