import type { RouteName } from '#contracts/endpoints/access-table.ts';
import type { Belongings } from './belongings.ts';
import type { Example } from './examples.ts';

export const IMPORT_PLAN = {
  columns: {
    ...{ date: 0, employee: 1, campaign: 2, price: 3 },
    ...{ name: null, customer: null, discount: null, status: null, details: null },
  },
  dates: 'yyyy-mm-dd',
  decimals: '.',
} as const;

/** A file of one sale of this person. */
export const importFile = (email: string, campaign: string) =>
  `date,employee,campaign,price\n2026-03-02,${email},${campaign},10\n`;

const foreign = 'notFound';
const anImport = (state: 'uploaded' | 'done') => async (things: Belongings) => ({
  params: { id: await things.import(state) },
});

export const importExamples = {
  'GET /imports': { of: () => ({}) },
  'POST /imports': {
    of: () => ({ query: { name: 'book.csv' }, body: { text: importFile('ada@example.test', 'Nothing') } }),
  },
  'POST /imports/{id}/preview': {
    of: async (things) => ({
      ...(await anImport('uploaded')(things)),
      body: { plan: JSON.stringify(IMPORT_PLAN) },
    }),
    foreign,
  },
  'GET /imports/{id}/refused.csv': { of: anImport('uploaded'), foreign },
  'POST /imports/{id}/start': { of: anImport('uploaded'), foreign },
  'POST /imports/{id}/undo': { of: anImport('done'), foreign },
} satisfies Partial<Record<RouteName, Example>>;
