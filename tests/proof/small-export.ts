import { hash } from 'node:crypto';
import type { SaleFacts } from '#contracts/events/sale.events.ts';
import { chainStart, type SealableEvent, sealEvent } from '#contracts/proof/chain.ts';
import { createExportCheck } from '#contracts/proof/export-check.ts';
import {
  type ExportEnd,
  type ExportHeader,
  type FullLine,
  writeDigest,
  writeEnd,
  writeFull,
  writeHeader,
} from '#contracts/proof/export-lines.ts';
import type { ExportReport } from '#contracts/proof/export-report.ts';
import { verifySignature } from '#services/proof/seal/seal-keys.ts';

export const sha256 = (text: string): string => hash('sha256', text);

export const header: ExportHeader = {
  export: 1,
  companyId: 'acme',
  companyName: 'Acme',
  person: null,
  madeAt: '2026-11-21T12:00:00.000Z',
};
export const sale: SaleFacts = {
  employeeId: 'ada',
  campaignId: 'spring',
  entryDate: '2026-11-20',
  saleName: 'Roof',
  customerNumber: '',
  details: '',
  status: 'Closed',
  priceCents: 10_000,
  taxPercent: 10,
  discountPercent: 10,
  commissionPercent: 10,
  commissionCents: 800,
};
export const leadSale: SaleFacts = { ...sale, status: 'Lead' };
export const saleOfBob: SaleFacts = { ...sale, employeeId: 'bob' };

/** Type and data of an event. */
export type Said = readonly [type: string, data: object];

export const saleRecorded = (saleId: string, facts: SaleFacts): Said => [
  'SaleRecorded',
  { saleId, sale: facts },
];
export const saleEdited = (saleId: string, before: SaleFacts, after: SaleFacts): Said => [
  'SaleEdited',
  { saleId, before, after },
];
export const adaAdded = (employee: object): Said => ['EmployeeAdded', { employeeId: 'ada', employee }];
export const adaEdited = (after: object): Said => ['EmployeeEdited', { employeeId: 'ada', after }];

/** These events in the chain of the company, one per hour, from position 11 on. */
export function sealed(said: readonly Said[]): FullLine[] {
  let before = chainStart(sha256, header.companyId);
  return said.map(([type, data], index) => {
    const event: SealableEvent = {
      ...{ id: `id-${index}`, stream: 'a-stream', revision: index, position: 11 + index },
      ...{ type, version: 1, data, metadata: {}, recordedAt: `2026-11-20T${10 + index}:00:00.000Z` },
    };
    const seal = sealEvent(sha256, before, event, String(index).padStart(32, '0'));
    before = seal.link;
    return { event, seal };
  });
}

/** Eight events: Ada and Bob have a Closed sale each. */
export const lines = sealed([
  adaAdded({ firstName: 'Ada', lastName: 'Miller' }),
  ['GoalAdded', { goalId: 'ten' }],
  saleRecorded('1', leadSale),
  saleEdited('1', leadSale, sale),
  saleRecorded('2', saleOfBob),
  saleRecorded('3', saleOfBob),
  ['SaleDeleted', { saleId: '3', before: saleOfBob }],
  saleRecorded('4', { ...saleOfBob, status: 'Lead' }),
]);
export const texts: readonly string[] = lines.map(writeFull);
export const linkAt = (index: number): string => lines.at(index)?.seal.link ?? '';
export const daySeal = { day: '2026-11-19', position: 13, count: 3, link: linkAt(2) };
export const end: ExportEnd = {
  events: 8,
  link: linkAt(-1),
  totals: [
    ['ada', 1, 800],
    ['bob', 1, 800],
  ],
  seals: [daySeal],
};

type Parts = {
  readonly first?: string;
  readonly lines?: readonly string[];
  readonly last?: string;
  /** In place of the right one. */
  readonly digest?: string;
};

export { verifySignature };

/** The report on the file of the eight events, with other parts where they are given; in three blocks. */
export function checked(parts: Parts = {}): ExportReport {
  const { first = writeHeader(header), lines: between = texts, last = writeEnd(end), digest } = parts;
  const check = createExportCheck(sha256, verifySignature);
  let made = '';
  for (const block of [
    [first, ...between.slice(0, 2)],
    [...between.slice(2), last],
  ]) {
    const text = `\n${block.join('\n')}\n`;
    made = sha256(`${made}\n${text}`);
    check.add(text);
  }
  check.add(`\n${writeDigest(digest ?? made)}\n`);
  return check.end();
}

/** The report on a complete file of these events that claims these totals. */
export function reportOf(
  said: readonly Said[],
  totals: ExportEnd['totals'],
  person: ExportHeader['person'] = null,
): ExportReport {
  const made = sealed(said);
  const last: ExportEnd = { events: made.length, link: made.at(-1)?.seal.link ?? null, totals, seals: [] };
  return checked({
    first: writeHeader({ ...header, person }),
    lines: made.map(writeFull),
    last: writeEnd(last),
  });
}
