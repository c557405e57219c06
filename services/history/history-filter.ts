import { parseAsOf } from '#contracts/as-of.ts';
import type { SubjectKind } from '#contracts/history/description.ts';
import type { AccessFilter } from '#projections/access/access.queries.ts';
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

/** The access history is a list of its own. */
export type AnyFilter = HistoryFilter & Omit<AccessFilter, keyof HistoryFilter>;

type Asked = Pick<HistoryDeps, 'queries'>;

/** The filter with positions for moments; null when a moment is invalid. */
export async function filterOf(
  deps: Asked,
  companyId: string,
  wanted: WantedHistory,
): Promise<AnyFilter | null> {
  const { person, campaign, kind, from, to } = wanted;
  if (kind === 'access') return accessFilter(wanted);
  const [behind, upTo] = await Promise.all([
    from === undefined ? undefined : positionBefore(deps, companyId, from),
    to === undefined ? undefined : positionOf(deps, companyId, to),
  ]);
  return behind === null || upTo === null ? null : { person, campaign, kind, behind, upTo };
}

/** Entries come minutes after what they tell, so instants are compared with theirs, and not with places in the log. */
function accessFilter({ person, campaign, from, to }: WantedHistory): AnyFilter | null {
  const [since, until] = [from, to].map((text) => (text === undefined ? undefined : parseAsOf(text)));
  if (since === null || until === null) return null;
  return {
    ...{ kind: 'access', person, campaign },
    ...(since?.kind === 'position' ? { behind: since.position - 1 } : { since: since?.instant }),
    ...(until?.kind === 'position' ? { upTo: until.position } : { until: until?.instant }),
  };
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
