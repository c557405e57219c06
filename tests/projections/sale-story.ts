import type { SaleFacts } from '#contracts/events/sale.events.ts';
import type { DomainEvent } from '#contracts/events/vocabulary.ts';
import { saleFacts } from './sale-event.ts';

export function recorded(changes: Partial<SaleFacts> = {}, saleId = 'sale'): DomainEvent {
  return { type: 'SaleRecorded', data: { saleId, sale: saleFacts(changes) } };
}

export function edited(before: Partial<SaleFacts>, after: Partial<SaleFacts>, saleId = 'sale'): DomainEvent {
  return { type: 'SaleEdited', data: { saleId, before: saleFacts(before), after: saleFacts(after) } };
}

export function deleted(before: Partial<SaleFacts> = {}, saleId = 'sale'): DomainEvent {
  return { type: 'SaleDeleted', data: { saleId, before: saleFacts(before) } };
}

const ada = { employeeId: 'ada', loginDate: '2026-03-02' };

export const shiftStarted: DomainEvent = {
  type: 'ShiftStarted',
  data: {
    ...ada,
    shiftId: 'shift',
    timeZone: 'America/Toronto',
    startedAt: '2026-03-02T14:00:00.000Z',
    setDuration: 8,
    reason: 'sale',
  },
};
export const shiftEnded: DomainEvent = {
  type: 'ShiftEnded',
  data: { ...ada, endedAt: '2026-03-02T20:00:00.000Z', reason: 'logout' },
};
export const shiftResumed: DomainEvent = {
  type: 'ShiftResumed',
  data: { ...ada, resumedAt: '2026-03-02T21:00:00.000Z', timeZone: 'America/Los_Angeles' },
};
export const startSet: DomainEvent = {
  type: 'ShiftStartSet',
  data: { ...ada, before: '2026-03-02T14:00:00.000Z', after: '2026-03-02T13:30:00.000Z' },
};
export const durationSet: DomainEvent = { type: 'ShiftDurationSet', data: { ...ada, before: 8, after: 6 } };
