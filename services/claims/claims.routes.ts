import * as endpoints from '#contracts/endpoints/claims.endpoints.ts';
import { decodeEvent, UndecodableEvent } from '#contracts/events/codec.ts';
import { streams } from '#contracts/events/streams.ts';
import type { StoredEvent } from '#contracts/events/vocabulary.ts';
import {
  descriptionOf,
  type HistoryEventType,
  isHistoryEvent,
  kindOf,
  subjectOf,
} from '#contracts/history/history-events.ts';
import { isLocalDate, localDate } from '#contracts/local-date.ts';
import { type MessageCode, messages } from '#contracts/messages.ts';
import { centsToNumber } from '#contracts/money.ts';
import { periodOf, startsPeriod } from '#contracts/pay/pay-periods.ts';
import type { ClaimKind } from '#contracts/pay/statement.ts';
import { accepted, type Result, rejected } from '#contracts/result.ts';
import type { Clock } from '#platform/clock.ts';
import {
  type EventStore,
  isOwnEvent,
  type RecordedEvent,
  START,
} from '#platform/event-store/event-store.port.ts';
import { type Answer, answer, type Call, type Route } from '#platform/http/call.ts';
import { ofWhom } from '#platform/http/of-whom.ts';
import { isManager } from '#platform/principal.ts';
import type { Queries } from '#projections/all.queries.ts';
import type { ClaimedLine, KnownClaim } from '#projections/claims/claims.queries.ts';
import type { ClaimsCommands, NewClaim } from './claims.commands.ts';
import { type ClaimsMailDeps, createClaimsMail } from './claims.mail.ts';

type PinQueries = Pick<Queries, 'payRulesOf' | 'historyEnds' | 'dueOfLine'>;

type ListDeps = {
  readonly queries: Pick<Queries, 'claimsOf' | 'salesChangedBehind' | 'saleNames' | 'reasonsOf' | 'namesOf'>;
  readonly store: Pick<EventStore, 'read' | 'readAt'>;
};

export type ClaimsRoutesDeps = ListDeps &
  ClaimsMailDeps & {
    readonly queries: Pick<Queries, 'openClaims' | 'wasEverEmployee' | 'managersOf'>;
    readonly commands: ClaimsCommands;
    /** One database snapshot answers all questions. */
    readonly atOneMoment: <Answer>(read: (queries: PinQueries) => Promise<Answer>) => Promise<Answer>;
    readonly clock: Clock;
  };

/** Listed changes of a claim. */
const MOST_CHANGES = 10;

/** Claims of people about their pay, and the answers of managers. */
export function claimsRoutes(route: Route, deps: ClaimsRoutesDeps): void {
  const { queries, commands, store } = deps;
  const mail = createClaimsMail(deps);

  route(endpoints.getClaims, ({ caller, query }) => {
    const { companyId } = caller;
    const listed = async (employeeId: string | null) => {
      const open = await queries.openClaims(companyId, employeeId);
      const requestedData = query.countOnly ? [] : await claimList(deps, companyId, employeeId);
      return answer({ open, requestedData });
    };
    if (query.employeeId === undefined && isManager(caller)) return listed(null);
    return ofWhom(caller, query.employeeId, queries, listed);
  });

  route(endpoints.openClaim, async (call) => {
    const claim = await newClaim(call, deps);
    if (!claim.ok) return claim;
    const outcome = await commands.open(call.command(call.caller), claim.value);
    if (!outcome.ok) return outcome;
    await mail.opened({ ...call.caller, ...outcome.value, position: outcome.position }, claim.value);
    return said('claimOpened', outcome);
  });

  route(endpoints.answerClaim, async (call) => {
    const { caller, params, body } = call;
    const { companyId } = caller;
    const { employeeId, reason = '', resolution: named = '' } = body;
    if (!(await queries.wasEverEmployee(companyId, employeeId))) return rejected('noSuchEmployee');
    const resolution = named === '' ? null : Number(named);
    if (resolution !== null && !(await changedPayOf(resolution, companyId, employeeId)))
      return rejected('noSuchResolution');
    const managers = await queries.managersOf(companyId);
    const outcome = await commands.answer(call.command(caller), {
      ...{ employeeId, claimId: params.id, reason, resolution, isOwn: employeeId === caller.employeeId },
      hasOtherManagers: managers.some((id) => id !== caller.employeeId),
    });
    if (!outcome.ok) return outcome;
    const { position } = outcome;
    await mail.answered({ companyId, employeeId, ...outcome.value, position }, reason.trim());
    return said('claimAnswered', outcome);
  });

  route(endpoints.reopenClaim, ({ caller, params, body, command }) =>
    ofWhom(caller, body.employeeId, queries, async (employeeId) => {
      const { companyId } = caller;
      const byPerson = employeeId === caller.employeeId;
      const again = { employeeId, claimId: params.id, text: body.text, byPerson };
      const outcome = await commands.reopen(command(caller), again);
      if (!outcome.ok) return outcome;
      const about = { companyId, employeeId, ...outcome.value, position: outcome.position };
      if (byPerson) await mail.opened(about, { kind: null, text: body.text });
      else await mail.reopenedByManager(about, body.text);
      return said('claimReopened', outcome);
    }),
  );

  /** Whether the event there changed what this person is, or was, paid for. */
  async function changedPayOf(position: number, companyId: string, employeeId: string): Promise<boolean> {
    if (!Number.isSafeInteger(position) || position < 0) return false;
    const isOfPerson = (event: Fact) =>
      subjectOf(event).employeeId === employeeId ||
      (event.type === 'SaleEdited' && event.data.before.employeeId === employeeId);
    return factsIn(await store.readAt([position]), companyId).some(isOfPerson);
  }
}

function said(
  message: MessageCode,
  { position, value }: { readonly position: number; readonly value: { readonly claimId: string } },
): Answer<{ message: string; id: string }> {
  return { ok: true, position, reply: { message: messages[message], id: value.claimId } };
}

/** What the caller claims, with what is recorded of it now. */
async function newClaim(
  { caller, body }: Call<typeof endpoints.openClaim>,
  { atOneMoment, clock }: ClaimsRoutesDeps,
): Promise<Result<NewClaim>> {
  const { companyId, employeeId } = caller;
  const { kind, text } = body;
  const { schedules, pinned, seenCents } = await atOneMoment(async (queries) => ({
    schedules: (await queries.payRulesOf(companyId)).schedules,
    pinned: (await queries.historyEnds(companyId)).last?.position ?? START,
    seenCents: kind === 'line' ? await queries.dueOfLine(companyId, employeeId, lineIn(body)) : null,
  }));
  const pin = { employeeId, kind, text, pinned, seenCents };
  if (kind === 'line') {
    if (seenCents === null) return rejected('noSuchPayLine');
    const { period = null } = body;
    if (period !== null && !(isDay(period) && startsPeriod(schedules, period)))
      return rejected('noSuchPayPeriod');
    return accepted({ ...pin, ...lineIn(body), date: null, from: period });
  }
  const { date = '' } = body;
  const today = localDate(clock.now().toISOString(), caller.timeZone);
  if (!isDay(date) || date > today) return rejected('invalidDate');
  const from = periodOf(schedules, date)?.from ?? null;
  return accepted({ ...pin, saleId: null, lineId: null, date, from });
}

type LineInBody = Pick<Call<typeof endpoints.openClaim>['body'], 'saleId' | 'lineId'>;

function lineIn({ saleId, lineId }: LineInBody): ClaimedLine {
  return saleId === undefined ? { saleId: null, lineId: lineId ?? null } : { saleId, lineId: null };
}

/** Postgres has no year 0. */
const isDay = (date: string) => isLocalDate(date) && !date.startsWith('0000');

/** The claims of a company or of a person, with what changed since. */
async function claimList(
  { queries, store }: ListDeps,
  companyId: string,
  employeeId: string | null,
): Promise<endpoints.Claim[]> {
  const claims = await queries.claimsOf(companyId, employeeId);
  const people = claims.flatMap((claim) => [claim.employee_id, claim.answered_by ?? '']);
  const names = new Map(
    (await queries.namesOf(companyId, people)).map((one) => [one.id, `${one.first_name} ${one.last_name}`]),
  );
  const ids = claims.flatMap(({ sale_id, line_id }) => sale_id ?? line_id ?? []);
  const sales = await queries.saleNames(companyId, ids);
  const reasons = await queries.reasonsOf(companyId, ids);
  const resolutions = claims.flatMap(({ resolution }) => resolution ?? []).sort((a, b) => a - b);
  const resolving = resolutions.length > 0 ? await store.readAt([...new Set(resolutions)]) : [];
  const titles = new Map(factsIn(resolving, companyId).map((event) => [event.position, titleOf(event)]));
  const changesOf = changesReader({ queries, store });

  const rows: endpoints.Claim[] = [];
  for (const claim of claims) {
    const { resolution } = claim;
    const id = claim.sale_id ?? claim.line_id ?? '';
    rows.push({
      ...{ id: claim.claim_id, employee_id: claim.employee_id, name: names.get(claim.employee_id) ?? '' },
      ...{ kind: claim.kind as ClaimKind, sale_id: claim.sale_id, line_id: claim.line_id },
      ...{ line: sales.get(id)?.name ?? reasons.get(id) ?? '', date: claim.date, period: claim.period_from },
      ...{ text: claim.text, opened_at: claim.opened_at, pinned: claim.pinned },
      ...{ seen: dollars(claim.seen_cents), now: dollars(claim.now_cents) },
      ...{ state: claim.is_open ? 'open' : 'answered', answer: claim.answer, answered_at: claim.answered_at },
      answered_by: claim.answered_by === null ? null : (names.get(claim.answered_by) ?? ''),
      resolution: resolution === null ? null : { position: resolution, title: titles.get(resolution) ?? '' },
      changes: claim.is_open ? await changesOf(claim) : [],
      ...{ person_again: claim.person_again, manager_again: claim.manager_again },
    });
  }
  return rows;
}

const dollars = (cents: number | null) => (cents === null ? null : centsToNumber(cents));

/** Reads each stream once for all claims of a list. */
function changesReader({ queries, store }: ListDeps) {
  const known = new Map<string, Promise<readonly RecordedEvent[]>>();
  const read = (stream: string) => {
    const events = known.get(stream) ?? store.read(stream);
    known.set(stream, events);
    return events;
  };

  return async (claim: KnownClaim) => {
    const { company_id: companyId, employee_id: employeeId, sale_id: saleId, date, pinned } = claim;
    const ofDate = { employeeId, date: date ?? '', pinned };
    const sales = date === null ? [] : await queries.salesChangedBehind(companyId, ofDate, MOST_CHANGES);
    const changed = await Promise.all([
      ...(saleId === null ? sales : [saleId]).map((id) => read(streams.sale(companyId, id))),
      ...(date === null ? [] : [read(streams.shift(companyId, employeeId, date))]),
      read(streams.pay(companyId, employeeId)),
    ]);
    return factsIn(changed.flat(), companyId)
      .filter(({ position }) => position > pinned)
      .sort((a, b) => b.position - a.position)
      .slice(0, MOST_CHANGES)
      .map((event) => ({ position: event.position, title: titleOf(event) }));
  };
}

type Fact = StoredEvent<HistoryEventType>;

const titleOf = (event: Fact) => descriptionOf(event).title;

/** Those that changed what a person is paid for; one that this program cannot read is left out. */
function factsIn(recorded: readonly RecordedEvent[], companyId: string): Fact[] {
  return recorded.flatMap((event) => {
    if (!isOwnEvent(event, companyId) || !isFact(event.type)) return [];
    try {
      return [decodeEvent(event) as Fact];
    } catch (error) {
      if (error instanceof UndecodableEvent) return [];
      throw error;
    }
  });
}

function isFact(type: string): boolean {
  if (!isHistoryEvent(type)) return false;
  return type === 'PayLineAdded' || kindOf(type) === 'sale' || kindOf(type) === 'shift';
}
