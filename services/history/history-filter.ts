import { parseAsOf } from '#contracts/as-of.ts';
import type { SubjectKind } from '#contracts/history/description.ts';
import type { HistoryFilter } from '#projections/history/history.queries.ts';
import type { HistoryDeps } from './entries.ts';

/** The filter of a request: moments are instants, or `@` and a position. */
export type WantedHistory = {
  readonly person?: string | undefined;
  readonly campaign?: string | undefined;
  readonly kind?: SubjectKind | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

type Asked = Pick<HistoryDeps, 'queries'>;

/** The filter with positions for moments; null when a moment is invalid. */
export async function filterOf(
  deps: Asked,
  companyId: string,
  wanted: WantedHistory,
): Promise<HistoryFilter | null> {
  const { person, campaign, kind, from, to } = wanted;
  const [behind, upTo] = await Promise.all([
    from === undefined ? undefined : positionBefore(deps, companyId, from),
    to === undefined ? undefined : positionOf(deps, companyId, to),
  ]);
  return behind === null || upTo === null ? null : { person, campaign, kind, behind, upTo };
}

/** The position of the last event at a moment; null for an invalid text. */
export async function positionOf(
  { queries }: Asked,
  companyId: string,
  text: string,
): Promise<number | null> {
  const moment = parseAsOf(text);
  if (moment === null) return null;
  return moment.kind === 'position' ? moment.position : queries.positionAt(companyId, moment.instant);
}

/** The position behind which all events are of that moment or later. */
async function positionBefore({ queries }: Asked, companyId: string, text: string): Promise<number | null> {
  const moment = parseAsOf(text);
  if (moment === null) return null;
  if (moment.kind === 'position') return moment.position - 1;
  return queries.positionAt(companyId, new Date(Date.parse(moment.instant) - 1).toISOString());
}
