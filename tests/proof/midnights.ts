import { commissionCents } from '#contracts/commission.ts';
import type { SaleFacts } from '#contracts/events/sale.events.ts';
import { streams } from '#contracts/events/streams.ts';
import type { DomainEvent } from '#contracts/events/vocabulary.ts';
import type { JsonObject } from '#platform/event-store/event-store.port.ts';
import { derivedId } from '#platform/ids.ts';
import { saleFacts } from '#tests/projections/sale-event.ts';
import type { HistoryEvent } from '#tests/support/histories/event-histories.ts';

export const MIDNIGHTS = 'midnights';
export const SPRING = '2026-03-08';
export const AUTUMN = '2026-11-01';

const ann = { employeeId: 'ann', timeZone: 'America/Toronto' };
const van = { employeeId: 'van', timeZone: 'America/Vancouver' };

/**
 * A company that works in two zones on the days of clock changes, and forgets to log out. In spring both midnights
 * close a shift, and two days later a sale is corrected; in autumn a sale is corrected after midnight, before the
 * program closes the shift.
 */
export function midnights(): HistoryEvent[] {
  const history: HistoryEvent[] = [];
  const revisions = new Map<string, number>();
  const add = (at: string, stream: string, { type, data }: DomainEvent) => {
    const revision = (revisions.get(stream) ?? -1) + 1;
    revisions.set(stream, revision);
    const id = derivedId(MIDNIGHTS, history.length);
    const who = { companyId: MIDNIGHTS, actorId: null, origin: 'api', commandId: id, correlationId: id };
    const [metadata, recordedAt] = [{ ...who, at }, at];
    const position = history.length + 1;
    history.push({
      id,
      stream,
      revision,
      position,
      type,
      version: 1,
      data: data as JsonObject,
      metadata,
      recordedAt,
    });
  };
  const start = (at: string, { employeeId, timeZone }: typeof ann, loginDate: string) =>
    add(at, streams.shift(MIDNIGHTS, employeeId, loginDate), {
      type: 'ShiftStarted',
      data: { employeeId, loginDate, timeZone, shiftId: at, startedAt: at, setDuration: 8, reason: 'login' },
    });
  const close = (at: string, { employeeId }: typeof ann, loginDate: string, endedAt: string) =>
    add(at, streams.shift(MIDNIGHTS, employeeId, loginDate), {
      type: 'ShiftEnded',
      data: { employeeId, loginDate, endedAt, reason: 'midnight' },
    });
  const sell = (at: string, saleId: string, sale: SaleFacts) =>
    add(at, streams.sale(MIDNIGHTS, saleId), { type: 'SaleRecorded', data: { saleId, sale } });
  const correct = (at: string, saleId: string, before: SaleFacts) => {
    const terms = { ...before, priceCents: before.priceCents + 50_00 };
    const after = { ...terms, commissionCents: commissionCents(terms) };
    add(at, streams.sale(MIDNIGHTS, saleId), { type: 'SaleEdited', data: { saleId, before, after } });
  };

  for (const { employeeId } of [ann, van]) {
    const [firstName, lastName, email] = [employeeId, 'Night', `${employeeId}@night.test`];
    const terms = { role: 'sales associate', type: 'employee', shiftDuration: 8 } as const;
    const employee = {
      ...terms,
      firstName,
      lastName,
      email,
      employeeNumber: '1',
      managerId: null,
      campaignId: null,
    };
    add('2026-03-01T15:00:00.000Z', streams.organization(MIDNIGHTS), {
      type: 'EmployeeAdded',
      data: { employeeId, employee },
    });
  }

  const spring = saleFacts({ employeeId: 'ann', entryDate: SPRING });
  start('2026-03-09T00:00:00.000Z', ann, SPRING);
  start('2026-03-09T01:00:00.000Z', van, SPRING);
  sell('2026-03-09T02:00:00.000Z', 'spring', spring);
  close('2026-03-09T04:00:41.000Z', ann, SPRING, '2026-03-09T04:00:00.000Z');
  sell('2026-03-09T05:30:00.000Z', 'late', saleFacts({ employeeId: 'van', entryDate: SPRING }));
  close('2026-03-09T07:00:23.000Z', van, SPRING, '2026-03-09T07:00:00.000Z');
  correct('2026-03-11T15:00:00.000Z', 'spring', spring);

  const autumn = saleFacts({ employeeId: 'ann', entryDate: AUTUMN });
  start('2026-11-02T00:00:00.000Z', ann, AUTUMN);
  sell('2026-11-02T01:00:00.000Z', 'autumn', autumn);
  correct('2026-11-02T05:00:20.000Z', 'autumn', autumn);
  close('2026-11-02T05:00:41.000Z', ann, AUTUMN, '2026-11-02T05:00:00.000Z');
  return history;
}
