import { expect, it } from 'vitest';
import { allProjections } from '#projections/all.projections.ts';
import { touchesOf } from '#services/gateway/touches.ts';

it('the gateway waits for read models that there are, by their names', () => {
  const names = allProjections.map(({ name }) => name);
  for (const model of ['billboard', 'commission', 'sales-book', 'directory', 'catalogue']) {
    expect(names).toContain(model);
    expect(touchesOf({ model, companyId: 'c', keys: [] })).not.toEqual([]);
  }
});
