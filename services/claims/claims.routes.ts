import * as endpoints from '#contracts/endpoints/claims.endpoints.ts';
import { subjectOf } from '#contracts/history/history-events.ts';
import { isLocalDate, localDate } from '#contracts/local-date.ts';
import { type MessageCode, messages } from '#contracts/messages.ts';
import { periodOf, startsPeriod } from '#contracts/pay/pay-periods.ts';
import { accepted, type Result, rejected } from '#contracts/result.ts';
import type { Clock } from '#platform/clock.ts';
import { START } from '#platform/event-store/event-store.port.ts';
import { type Answer, answer, type Call, type Route } from '#platform/http/call.ts';
import { ofWhom } from '#platform/http/of-whom.ts';
import { isManager } from '#platform/principal.ts';
import type { Queries } from '#projections/all.queries.ts';
import type { ClaimedLine } from '#projections/claims/claims.queries.ts';
import { claimList, type Fact, factsIn, type ListDeps } from './claim-list.ts';
import type { ClaimsCommands, NewClaim } from './claims.commands.ts';
import { type ClaimsMailDeps, createClaimsMail } from './claims.mail.ts';

type PinQueries = Pick<Queries, 'payRulesOf' | 'historyEnds' | 'dueOfLine'>;

export type ClaimsRoutesDeps = ListDeps &
  ClaimsMailDeps & {
    readonly queries: Pick<Queries, 'openClaims' | 'wasEverEmployee' | 'managersOf'>;
    readonly commands: ClaimsCommands;
    /** One database snapshot answers all questions. */
    readonly atOneMoment: <Answer>(read: (queries: PinQueries) => Promise<Answer>) => Promise<Answer>;
    readonly clock: Clock;
  };

/** Claims of people about their pay, and the answers of managers. */
export function claimsRoutes(route: Route, deps: ClaimsRoutesDeps): void {
  const { queries, commands, store } = deps;
  const tell = createClaimsMail(deps);

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
    await tell(call.caller.companyId, [outcome.position]);
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
    await tell(companyId, [outcome.position]);
    return said('claimAnswered', outcome);
  });

  route(endpoints.reopenClaim, ({ caller, params, body, command }) =>
    ofWhom(caller, body.employeeId, queries, async (employeeId) => {
      const { companyId } = caller;
      const byPerson = employeeId === caller.employeeId;
      const again = { employeeId, claimId: params.id, text: body.text, byPerson };
      const outcome = await commands.reopen(command(caller), again);
      if (!outcome.ok) return outcome;
      await tell(companyId, [outcome.position]);
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
