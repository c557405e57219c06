import { SUBJECT_KINDS, type SubjectKind } from '#contracts/history/description.ts';
import { isLocalDate } from '#contracts/local-date.ts';

/** The filters of the list; empty for all. Dates are local days, both included. */
export type Filters = {
  readonly person: string;
  readonly campaign: string;
  readonly kind: SubjectKind | '';
  readonly from: string;
  readonly to: string;
};

export const noFilters: Filters = { person: '', campaign: '', kind: '', from: '', to: '' };

/** The filters in an address; an invalid kind or date is ignored. */
export function filtersIn(address: URLSearchParams): Filters {
  const of = (name: keyof Filters) => address.get(name) ?? '';
  const date = (name: 'from' | 'to') => (isLocalDate(of(name)) ? of(name) : '');
  return {
    person: of('person'),
    campaign: of('campaign'),
    kind: SUBJECT_KINDS.find((kind) => kind === of('kind')) ?? '',
    from: date('from'),
    to: date('to'),
  };
}

/** The filters as the API takes them: its `from` and `to` are instants, both included. */
export function queryFor({ person, campaign, kind, from, to }: Filters) {
  return {
    ...(person && { person }),
    ...(campaign && { campaign }),
    ...(kind && { kind }),
    ...(from && { from: startOfDay(from).toISOString() }),
    ...(to && { to: new Date(startOfDay(to, 1).getTime() - 1).toISOString() }),
  };
}

/** The instant of local midnight of a day, or `after` days later. */
function startOfDay(date: string, after = 0): Date {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  // Not the constructor with numbers: it takes the years 0 to 99 for those of the last century.
  const start = new Date(2000, 0, 1);
  start.setFullYear(year, month - 1, day + after);
  return start;
}
