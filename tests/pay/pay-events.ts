import { streams } from '#contracts/events/streams.ts';
import type { DomainEvent } from '#contracts/events/vocabulary.ts';
import { newEvents } from '#platform/commands/command-handler.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import { newId } from '#platform/ids.ts';
import { contextOf } from '#tests/support/command-world.ts';

const PERIOD = { from: '2026-03-01', to: '2026-03-07' };
const RULES = { rhythm: 'weekly', firstDay: '2026-03-01', timeZone: 'America/Toronto' } as const;

/** Gives a company a row in every table of decisions on pay; returns the position of the last event. */
export async function decideOnPay(store: EventStore, companyId: string): Promise<number> {
  const employeeId = newId();
  const statement = { employeeId, ...PERIOD };
  const line = { kind: 'bonus', cents: 100, waivedCents: 0, dueCents: null } as const;
  const lineId = newId();
  const bonus = {
    lineId,
    kind: 'bonus',
    cents: 100,
    reason: 'Well done',
    saleId: null,
    undoes: null,
  } as const;
  const ofRules: DomainEvent[] = [
    { type: 'PayScheduleSet', data: { before: null, after: RULES } },
    { type: 'ClawbackWindowSet', data: { before: null, after: 90 } },
    { type: 'SalesVerificationSet', data: { campaignId: newId(), before: false, after: true } },
  ];
  const ofPerson: DomainEvent[] = [
    { type: 'SaleConfirmed', data: { employeeId, saleId: newId(), saleRevision: 0 } },
    { type: 'PayLineAdded', data: { ...statement, line: bonus } },
    {
      type: 'StatementApproved',
      data: { ...statement, totalCents: 100, lines: 1, digest: '', through: 1, isOwn: false },
    },
    {
      type: 'StatementLocked',
      data: {
        ...{ ...statement, through: 1, lines: [{ ...line, id: lineId, since: 1 }], digest: '' },
        ...{ payableCents: 100, carriedOver: [], clawbackDays: 90, isImported: false },
      },
    },
  ];
  const claim = { claimId: newId(), employeeId };
  const ofClaims: DomainEvent[] = [
    {
      type: 'ClaimOpened',
      data: {
        ...{ ...claim, kind: 'line', saleId: null, lineId, date: null, from: PERIOD.from },
        ...{ seenCents: 100, pinned: 1, text: 'It was more' },
      },
    },
    { type: 'ClaimAnswered', data: { ...claim, reason: 'It was not', resolution: null } },
  ];
  let position = 0;
  for (const [stream, events] of [
    [streams.payRules(companyId), ofRules],
    [streams.pay(companyId, employeeId), ofPerson],
    [streams.claims(companyId, employeeId), ofClaims],
  ] as const) {
    const appended = await store.append(stream, newEvents(contextOf(companyId), events), 'no stream');
    if (appended.outcome !== 'appended') throw new Error(`conflict on ${stream}`);
    position = appended.position;
  }
  return position;
}
