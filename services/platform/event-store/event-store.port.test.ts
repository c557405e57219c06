import { expect, it } from 'vitest';
import type { RecordedEvent } from './event-store.port.ts';
import { auditLine, isOwnEvent } from './event-store.port.ts';

const event: RecordedEvent = {
  ...{ id: '0198a7e0-0000-7000-8000-000000000001', stream: 'sale-acme_1', revision: 0, position: 7 },
  ...{ type: 'SaleRecorded', version: 1, data: { saleId: '1' }, metadata: { companyId: 'acme' } },
  recordedAt: '2026-11-20T19:00:00.000123Z',
};

it('an event belongs to the company of its stream, unless its metadata names another one', () => {
  const isOf = (companyId: string, change: Partial<RecordedEvent>) =>
    isOwnEvent({ ...event, ...change } as RecordedEvent, companyId);
  expect(isOf('acme', {})).toBe(true);
  expect(isOf('other', {})).toBe(false);
  expect(isOf('other', { metadata: { companyId: 'other' } }), 'the stream names another').toBe(false);
  expect(isOf('acme', { metadata: { companyId: 'other' } }), 'the metadata names another').toBe(false);
  for (const metadata of [{}, null]) expect(isOf('acme', { metadata } as never), `${metadata}`).toBe(true);
});

it('a line of the audit feed is the event as it is stored', () => {
  const line = auditLine(event);
  expect(line.endsWith('}\n')).toBe(true);
  expect(JSON.parse(line)).toEqual(event);
});
