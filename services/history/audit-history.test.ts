import { expect, it } from 'vitest';
import { entryText } from './audit-history.ts';

const price = { field: 'priceCents', label: 'Price', type: 'money', changed: true } as const;

it('prints the history without control sequences for the terminal', () => {
  const text = entryText({
    ...{ position: 7, at: '2026-03-02T12:00:00.000Z', type: 'SaleEdited', title: 'Price changed' },
    ...{ effect: 'changed', subject: { kind: 'sale', id: 's', name: 'Roof\u001b[2J\r\u202e' } },
    ...{ person: { id: 'ada', name: 'Ada Lovelace' }, actor: { id: 'grace', name: 'Grace Hopper' } },
    ...{ origin: 'api', from: 'in the app' },
    changes: [
      { ...price, before: { value: 1, text: '$0.01' }, after: { value: 2, text: '$0.02' } },
      { ...price, label: 'Tax', changed: false, before: null, after: null },
    ],
  });
  expect(text).toBe(
    '2026-03-02T12:00:00.000Z  Price changed: Roof\uFFFD[2J\uFFFD\uFFFD of Ada Lovelace, Grace Hopper, in the app (@7)\n' +
      '    Price: $0.01 → $0.02',
  );
});
