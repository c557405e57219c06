import type { SaleFacts } from '#contracts/events/sale.events.ts';
import { specify } from '#tests/support/given-when-then.ts';
import type { SaleInput } from './sale.decider.ts';
import {
  type EditSale,
  type RecordSale,
  type SaleCommand,
  type SaleEvent,
  saleDecider,
} from './sale.decider.ts';

export const given = specify(saleDecider);
export const saleId = 'sale-1';
export const ada = { employeeId: 'ada', isManager: false };
export const bob = { employeeId: 'bob', isManager: false };
export const manager = { employeeId: 'mia', isManager: true };
export const program = { employeeId: null, isManager: false };
export const terms = { name: 'Spring', commissionPercent: 10, taxPercent: 13 };

export const facts: SaleFacts = {
  employeeId: 'ada',
  campaignId: 'spring',
  entryDate: '2026-11-20',
  saleName: 'Fibre 500',
  customerNumber: 'C-7',
  details: 'asked for Tuesday',
  status: 'Closed',
  priceCents: 120_050,
  discountPercent: 5,
  taxPercent: 13,
  commissionPercent: 10,
  commissionCents: 9844,
};
export const recorded: SaleEvent = { type: 'SaleRecorded', data: { saleId, sale: facts } };
export const deleted: SaleEvent = { type: 'SaleDeleted', data: { saleId, before: facts } };

export function record(input: SaleInput = {}, changes: Partial<RecordSale> = {}): RecordSale {
  const said = { name: 'Fibre 500', price: '$1200.50', discount: '5', customerNumber: 'C-7' };
  return {
    type: 'RecordSale',
    saleId,
    by: ada,
    employeeId: 'ada',
    employeeExists: true,
    campaignId: 'spring',
    terms,
    entryDate: '2026-11-20',
    input: { ...said, details: 'asked for Tuesday', status: 'Closed', ...input },
    ...changes,
  };
}

export function edit(input: SaleInput = {}, changes: Partial<EditSale> = {}): EditSale {
  return { type: 'EditSale', saleId, by: ada, input: { status: 'Closed', ...input }, ...changes };
}

/** The sale after the command. */
export function saleAfter(command: SaleCommand, ...events: SaleEvent[]): SaleFacts {
  const [fact] = given(...events)
    .when(command)
    .facts();
  if (fact?.type === 'SaleRecorded') return fact.data.sale;
  if (fact?.type === 'SaleEdited') return fact.data.after;
  throw new Error('no sale came of it');
}
