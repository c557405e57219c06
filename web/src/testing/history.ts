import type { HistoryEntry } from '#contracts/endpoints/history.endpoints.ts';
import type { SaleFacts } from '#contracts/events/sale.events.ts';
import { entryOf } from '#contracts/history/entry.ts';
import type { AuditLine } from '../live/audit-tail.ts';

const sale: SaleFacts = {
  employeeId: 'e1',
  campaignId: 'solar',
  entryDate: '2026-03-02',
  saleName: 'Lead 4',
  customerNumber: 'C-1000',
  details: '',
  status: 'Closed',
  priceCents: 120_050,
  discountPercent: 0,
  taxPercent: 13,
  commissionPercent: 10,
  commissionCents: 10_444,
};

type Given = { type?: string; data?: unknown; actorId?: string | null; at?: string };

/** An event as `/ws/audit` sends it; by default a sale that its own associate recorded. */
export function aLine(position: number, given: Given = {}): AuditLine {
  const { type = 'SaleRecorded', data = { saleId: 's1', sale } } = given;
  const { actorId = 'e1', at = '2026-03-02T14:05:07.000Z' } = given;
  const [companyId, commandId, correlationId] = ['c1', 'command', 'correlation'];
  return {
    position,
    stream: 'sale-c1_s1',
    revision: 0,
    id: `event ${position}`,
    type,
    version: 1,
    data,
    metadata: { companyId, actorId, commandId, correlationId, at, origin: 'api' },
    recordedAt: at,
  };
}

/** The sale of `aLine`, changed. */
export function anEdit(position: number, after: Partial<SaleFacts>): AuditLine {
  const data = { saleId: 's1', before: sale, after: { ...sale, ...after } };
  return aLine(position, { type: 'SaleEdited', data });
}

export function aDeletion(position: number): AuditLine {
  return aLine(position, { type: 'SaleDeleted', data: { saleId: 's1', before: sale } });
}

const names = new Map([
  ['e1', 'Priya Raman'],
  ['m1', 'Grace Hopper'],
  ['solar', 'Solar Roofs'],
]);
const nameOf = (id: string) => names.get(id);

/** The same event as a list of the API has it. */
export function anEntry(line: AuditLine): HistoryEntry {
  return entryOf(line as never, { person: nameOf, campaign: nameOf, goal: nameOf });
}
