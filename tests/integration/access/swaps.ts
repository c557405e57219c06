import type { Sent } from './examples.ts';

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

export function idsIn(text: string): string[] {
  return text.match(ID) ?? [];
}

/** A place in a request and the id that is put there. */
export type Swap = {
  readonly part: 'params' | 'query' | 'body';
  readonly field: string;
  readonly id: string;
};

/** Where a request names things. */
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

/** Names under which a careless handler might take an id that it should not. */
export const SMUGGLED_FIELDS = [
  ...['companyId', 'company_id', 'company', 'employeeId', 'employee_id', 'id', 'managerId', 'manger_id'],
  ...['goalId', 'campaignId', 'saleId', 'jobAidId', 'actorId', 'sessionId', 'cursor'],
] as const;
