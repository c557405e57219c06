import type { Sent } from './examples.ts';

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

export function idsIn(text: string): string[] {
  return text.match(ID) ?? [];
}

/** A position in a request and the id to put there. */
export type Swap = {
  readonly part: 'params' | 'query' | 'body';
  readonly field: string;
  readonly id: string;
};

/** The positions where a request names things. */
export function placesOf(sent: Sent): Omit<Swap, 'id'>[] {
  return (['params', 'query', 'body'] as const).flatMap((part) =>
    Object.entries(sent[part] ?? {})
      .filter(([, value]) => idsIn(value).length > 0)
      .map(([field]) => ({ part, field })),
  );
}

export function swapped(sent: Sent, swaps: readonly Swap[]): Sent {
  const changed = { params: { ...sent.params }, query: { ...sent.query }, body: { ...sent.body } };
  for (const { part, field, id } of swaps) changed[part][field] = id;
  return changed;
}

/** Parameter names under which a careless handler might read a foreign id. */
export const SMUGGLED_FIELDS = [
  ...['companyId', 'company_id', 'company', 'employeeId', 'employee_id', 'id', 'managerId', 'manger_id'],
  ...['goalId', 'campaignId', 'saleId', 'jobAidId', 'actorId', 'sessionId', 'cursor'],
] as const;
