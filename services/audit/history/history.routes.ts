import { parseAsOf } from '#contracts/as-of.ts';
import * as endpoints from '#contracts/endpoints/history.endpoints.ts';
import { entryOf, type HistoryEntry } from '#contracts/history/entry.ts';
import { streamOf } from '#contracts/history/kinds.ts';
import { subjectOf } from '#contracts/history/subject.ts';
import type { MessageCode } from '#contracts/messages.ts';
import type { Page, PageWish } from '#contracts/page.ts';
import { refuse } from '#platform/commands/decision.ts';
import { eachWithinCompany } from '#platform/company-scope.ts';
import { type Answer, answer, type Route } from '#platform/http/call.ts';
import { answerPage } from '#platform/http/paging.ts';
import { isManager, type Principal } from '#platform/principal.ts';
import { entryPage, namerOf } from './entries.ts';
import type { Filter, HistoryDeps, Moment } from './history.port.ts';
import { type ExportFormat, exportHistory } from './history-export.ts';
import { readable } from './recorded-events.ts';

/** Entries that come at once to who says no `limit`. */
const MOST = 500;
const BY_PLACE = ['integer'] as const;

/** A cursor may say anything; no stream has more. */
const LAST_REVISION = 2 ** 31 - 2;

const UNKNOWN = {
  sale: 'noSuchSale',
  shift: 'noSuchShift',
  employee: 'noSuchEmployee',
  campaign: 'noSuchCampaign',
  goal: 'noSuchGoal',
} as const satisfies Record<string, MessageCode>;

type Wanted = {
  readonly person?: string;
  readonly campaign?: string;
  readonly kind?: Filter['kind'];
  readonly from?: string;
  readonly to?: string;
};

/** The history of a company: as a list, of one subject, as a file, and where it begins and ends. */
export function historyRoutes(route: Route, deps: HistoryDeps): void {
  const { queries, store } = deps;

  route(endpoints.getEvents, async ({ caller: { companyId }, query }) => {
    const filter = await filterOf(deps, companyId, query);
    if (!filter) return refuse('invalidAsOf');
    const asked = { filter, order: query.order ?? 'newest', namer: namerOf(deps, companyId) } as const;
    return answerPage(query, BY_PLACE, (wish) => entryPage(deps, companyId, asked, wish), MOST);
  });

  route(endpoints.getHistory, async ({ caller, params: { kind, id }, query }) => {
    const { companyId } = caller;
    const hasStream = kind === 'sale' || kind === 'shift';
    if (!hasStream && !isManager(caller)) return refuse(UNKNOWN[kind]);
    const asked = {
      filter: { kind, subject: id },
      order: 'oldest',
      namer: namerOf(deps, companyId),
    } as const;
    const read = (wish: PageWish) =>
      hasStream
        ? ofStream(caller, streamOf(companyId, kind, id), wish)
        : entryPage(deps, companyId, asked, wish);
    const page = await answerPage(query, BY_PLACE, read, MOST);
    const isEmpty = page.ok && page.reply.requestedData.length === 0 && query.cursor === undefined;
    return isEmpty ? refuse(UNKNOWN[kind]) : page;
  });

  route(endpoints.getMoments, async ({ caller: { companyId }, query: { at } }) => {
    const ends = await queries.ends(companyId);
    if (at === undefined) return answer(ends);
    const position = await positionOf(deps, companyId, at);
    if (position === null) return refuse('invalidAsOf');
    const place: Moment | null = await queries.placeAt(companyId, position);
    return answer({ ...ends, at: place });
  });

  route(endpoints.exportCsv, ({ caller, query }) => file(caller, query, 'csv'));
  route(endpoints.exportJsonLines, ({ caller, query }) => file(caller, query, 'jsonl'));

  /** The events of one stream; an associate sees only what is about himself. The key of the page is the revision. */
  async function ofStream(caller: Principal, stream: string, wish: PageWish): Promise<Page<HistoryEntry>> {
    const { companyId, employeeId } = caller;
    const from = Math.max(0, Math.min(Number(wish.after?.[0] ?? -1) + 1, LAST_REVISION));
    const recorded = await store.read(stream, { from, limit: wish.limit + 1 });
    const events = readable(recorded.slice(0, wish.limit), companyId).filter(
      (event) => isManager(caller) || subjectOf(event).employeeId === employeeId,
    );
    const rows = await namerOf(deps, companyId)((names) => events.map((event) => entryOf(event, names)));
    return { rows, next: recorded.length > wish.limit ? [from + wish.limit - 1] : null };
  }

  async function file(
    { companyId }: Principal,
    query: Wanted & { readonly order?: 'newest' | 'oldest' },
    format: ExportFormat,
  ): Promise<Answer<AsyncIterable<string>>> {
    const filter = await filterOf(deps, companyId, query);
    if (!filter) return refuse('invalidAsOf');
    const text = exportHistory(deps, companyId, { filter, order: query.order ?? 'oldest', format });
    const type = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/jsonl; charset=utf-8';
    return { ok: true, reply: eachWithinCompany(companyId, text), file: { name: `history.${format}`, type } };
  }
}

/** The filter with its moments as positions; null when one of them is none. */
async function filterOf(deps: HistoryDeps, companyId: string, wanted: Wanted): Promise<Filter | null> {
  const { person, campaign, kind, from, to } = wanted;
  const [behind, upTo] = await Promise.all([
    from === undefined ? undefined : positionBefore(deps, companyId, from),
    to === undefined ? undefined : positionOf(deps, companyId, to),
  ]);
  return behind === null || upTo === null ? null : { person, campaign, kind, behind, upTo };
}

/** Of the last event that is in a moment; null when the text is none. */
async function positionOf({ queries }: HistoryDeps, companyId: string, text: string): Promise<number | null> {
  const moment = parseAsOf(text);
  if (moment === null) return null;
  return moment.kind === 'position' ? moment.position : queries.positionAt(companyId, moment.instant);
}

/** Behind which everything is of that moment or later. */
async function positionBefore(
  { queries }: HistoryDeps,
  companyId: string,
  text: string,
): Promise<number | null> {
  const moment = parseAsOf(text);
  if (moment === null) return null;
  if (moment.kind === 'position') return moment.position - 1;
  return queries.positionAt(companyId, new Date(Date.parse(moment.instant) - 1).toISOString());
}
