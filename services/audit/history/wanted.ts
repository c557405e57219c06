import type { SubjectKind } from '#contracts/history/subject.ts';
import { parseAsOf } from '#contracts/parse-as-of.ts';
import type { Filter, HistoryDeps } from './history.port.ts';

/** Which events somebody wants, as he says it: moments are instants, or `@` and a position. */
export type Wanted = {
  readonly person?: string | undefined;
  readonly campaign?: string | undefined;
  readonly kind?: SubjectKind | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

type Asked = Pick<HistoryDeps, 'queries'>;

/** The filter with its moments as positions; null when one of them is none. */
export async function filterOf(deps: Asked, companyId: string, wanted: Wanted): Promise<Filter | null> {
  const { person, campaign, kind, from, to } = wanted;
  const [behind, upTo] = await Promise.all([
    from === undefined ? undefined : positionBefore(deps, companyId, from),
    to === undefined ? undefined : positionOf(deps, companyId, to),
  ]);
  return behind === null || upTo === null ? null : { person, campaign, kind, behind, upTo };
}

/** Of the last event that is in a moment; null when the text is none. */
export async function positionOf(
  { queries }: Asked,
  companyId: string,
  text: string,
): Promise<number | null> {
  const moment = parseAsOf(text);
  if (moment === null) return null;
  return moment.kind === 'position' ? moment.position : queries.positionAt(companyId, moment.instant);
}

/** Behind which everything is of that moment or later. */
async function positionBefore({ queries }: Asked, companyId: string, text: string): Promise<number | null> {
  const moment = parseAsOf(text);
  if (moment === null) return null;
  if (moment.kind === 'position') return moment.position - 1;
  return queries.positionAt(companyId, new Date(Date.parse(moment.instant) - 1).toISOString());
}
