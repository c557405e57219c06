import { expect, it } from 'vitest';
import { streams, streamsToErase } from './streams.ts';

const isSelected = (companyId: string, name: string) => {
  const { streams: names, prefixes } = streamsToErase(companyId);
  return names.includes(name) || prefixes.some((prefix) => name.startsWith(prefix));
};
const namesOf = (companyId: string) =>
  Object.entries(streams).map(([kind, name]) => [
    kind,
    (name as (...ids: string[]) => string)(companyId, 'a', 'b'),
  ]);

it('erases every stream of a company except the erasure stream', () => {
  for (const [kind, name = ''] of namesOf('acme')) {
    expect([kind, isSelected('acme', name)]).toEqual([kind, kind !== 'erasure']);
  }
});

it('erases no stream of a company with a similar id', () => {
  for (const other of ['acme2', 'acm', 'acme-2', 'xacme']) {
    for (const [, name = ''] of namesOf(other)) expect(isSelected('acme', name), name).toBe(false);
  }
});
