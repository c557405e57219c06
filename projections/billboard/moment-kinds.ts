import type { ReplayKind, ReplayMoment } from '#contracts/endpoints/replay.endpoints.ts';
import type { SaleFacts } from '#contracts/events/sale.events.ts';
import { centsToNumber } from '#contracts/money.ts';
import { isClosed } from '../days/sale-days.ts';
import type { BoardStep, DayEvent } from './board-steps.ts';

type Kind = Pick<ReplayMoment, 'kind' | 'employee_id' | 'price'>;

/** What a step is for who looks at the board of that date. */
export function kindOf(step: BoardStep, date: string): Kind {
  if ('event' in step) return kindOfEvent(step.event, date);
  const { named } = step;
  return named.kind === 'person' ? of('employee changed', named.employeeId) : of('campaign changed', null);
}

function kindOfEvent(event: DayEvent, date: string): Kind {
  switch (event.type) {
    case 'SaleRecorded': {
      const { sale } = event.data;
      return ofSale(isClosed(sale) ? 'closed' : 'recorded', sale);
    }
    case 'SaleEdited':
      return edited(event.data.before, event.data.after, date);
    case 'SaleDeleted':
      return ofSale('deleted', event.data.before);
    case 'ShiftStarted':
      return of('shift started', event.data.employeeId);
    case 'ShiftResumed':
      return of('shift resumed', event.data.employeeId);
    case 'ShiftEnded':
      return of(event.data.reason === 'logout' ? 'shift ended' : 'shift closed', event.data.employeeId);
    case 'ShiftDurationSet':
      return of('duration set', event.data.employeeId);
  }
}

/** To another day is from this one gone; from another day it is as if it had been recorded here. */
function edited(before: SaleFacts, after: SaleFacts, date: string): Kind {
  if (before.entryDate !== after.entryDate || before.employeeId !== after.employeeId)
    return ofSale('moved', after.entryDate === date ? after : before);
  if (isClosed(before) === isClosed(after)) return ofSale('changed', after);
  return ofSale(isClosed(after) ? 'closed' : 'reopened', after);
}

/** Whose rows it may have changed. */
export function whoseOf({ type, data }: DayEvent): readonly string[] {
  if (type === 'SaleEdited') return [data.before.employeeId, data.after.employeeId];
  if (type === 'SaleRecorded') return [data.sale.employeeId];
  if (type === 'SaleDeleted') return [data.before.employeeId];
  return [data.employeeId];
}

function of(kind: ReplayKind, employee_id: string | null): Kind {
  return { kind, employee_id, price: null };
}

function ofSale(kind: ReplayKind, sale: SaleFacts): Kind {
  return { kind, employee_id: sale.employeeId, price: centsToNumber(sale.priceCents) };
}
