import * as endpoints from '#contracts/endpoints/history.endpoints.ts';
import { subjectOf } from '#contracts/history/history-events.ts';
import type { MessageCode } from '#contracts/messages.ts';
import { rejected } from '#contracts/result.ts';
import { type AccessRightsDeps, createAccessRights } from '#platform/access/access-rights.ts';
import { type Answer, answer, type Route } from '#platform/http/call.ts';
import { answerPage, BY_NAME } from '#platform/http/paging.ts';
import { isManager, type Principal } from '#platform/principal.ts';
import { eachWithinCompany } from '#platform/scope.ts';
import type { HistoryOrder } from '#projections/history/history.queries.ts';
import { entryPage, type HistoryDeps, type HistoryEvent, namerOf, thingPage } from './entries.ts';
import { type ExportFormat, exportHistory } from './history-export.ts';
import { type AnyFilter, filterOf, positionOf, type WantedHistory } from './history-filter.ts';

/** Entries in a reply to a request without `limit`. */
const MOST = 500;
const BY_PLACE = ['integer'] as const;

const UNKNOWN = {
  sale: 'noSuchSale',
  shift: 'noSuchShift',
  employee: 'noSuchEmployee',
  campaign: 'noSuchCampaign',
  goal: 'noSuchGoal',
  access: 'noSuchEmployee',
} as const satisfies Record<string, MessageCode>;
/** Things that belong to one person, who may see their history. */
const ONES_OWN: ReadonlySet<string> = new Set(['sale', 'shift']);

const TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/jsonl; charset=utf-8',
};

type HistoryRoutesDeps = HistoryDeps & { readonly queries: AccessRightsDeps };

/** The history of a company: as a list, of one thing, as a file, and where it begins and ends. */
export function historyRoutes(route: Route, deps: HistoryRoutesDeps): void {
  const { queries } = deps;
  const rights = createAccessRights(queries);

  route(endpoints.getEvents, async ({ caller, query }) => {
    const { companyId } = caller;
    const filter = await seenBy(caller, query);
    if (!filter) return rejected('invalidAsOf');
    const asked = { filter, order: query.order ?? 'newest', namer: namerOf(deps, companyId) } as const;
    return answerPage(query, BY_PLACE, (wish) => entryPage(deps, companyId, asked, wish), MOST);
  });

  route(endpoints.getHistory, async ({ caller, params: { kind, id }, query }) => {
    const mayAsk =
      kind === 'access' ? await rights.mayRead(caller, id) : isManager(caller) || ONES_OWN.has(kind);
    if (!mayAsk) return rejected(UNKNOWN[kind]);
    const isSeen = (event: HistoryEvent) =>
      isManager(caller) || subjectOf(event).employeeId === caller.employeeId;
    const read = (wish: Parameters<typeof thingPage>[3]) =>
      thingPage(deps, caller.companyId, { kind, id, isSeen }, wish);
    const page = await answerPage(query, BY_PLACE, read, MOST);
    const isUnknown =
      kind !== 'access' && page.ok && page.reply.requestedData.length === 0 && query.cursor === undefined;
    return isUnknown ? rejected(UNKNOWN[kind]) : page;
  });

  route(endpoints.getMoments, async ({ caller: { companyId }, query: { at } }) => {
    const ends = await queries.historyEnds(companyId);
    if (at === undefined) return answer(ends);
    const position = await positionOf(deps, companyId, at);
    if (position === null) return rejected('invalidAsOf');
    return answer({ ...ends, at: await queries.lastEventUpTo(companyId, position) });
  });

  route(endpoints.getNames, ({ caller: { companyId }, query }) =>
    answerPage(query, BY_NAME, (wish) => queries.allHistoryNames(companyId, wish)),
  );

  route(endpoints.exportCsv, ({ caller, query }) => file(caller, query, 'csv'));
  route(endpoints.exportJsonLines, ({ caller, query }) => file(caller, query, 'jsonl'));

  /** The access history of the company only as far as the caller may see it. */
  async function seenBy(caller: Principal, wanted: WantedHistory): Promise<AnyFilter | null> {
    const filter = await filterOf(deps, caller.companyId, wanted);
    if (!filter || wanted.kind !== 'access' || caller.type === 'super employee') return filter;
    return { ...filter, seenBy: caller.employeeId };
  }

  async function file(
    caller: Principal,
    { order = 'oldest', ...wanted }: WantedHistory & { readonly order?: HistoryOrder },
    format: ExportFormat,
  ): Promise<Answer<AsyncIterable<string>>> {
    const { companyId } = caller;
    const filter = await seenBy(caller, wanted);
    if (!filter) return rejected('invalidAsOf');
    const text = exportHistory(deps, companyId, { filter, order, format });
    const reply = eachWithinCompany(companyId, text);
    return { ok: true, reply, file: { name: `history.${format}`, type: TYPES[format] } };
  }
}
