import { describe, expect, it } from 'vitest';
import { added, line, locked, rowsAfter } from '#tests/projections/pay-story.ts';
import { COMPANY } from '#tests/projections/projected.ts';

describe('a line that a manager adds', () => {
  it('is kept with its reason and its author', () =>
    expect(rowsAfter('pay_extras', added({ saleId: 's1', undoes: 'x0' }))).toEqual([
      {
        ...{ company_id: COMPANY, line_id: 'x1', employee_id: 'e1', period_from: '2026-03-01' },
        ...{ kind: 'bonus', cents: 50, reason: 'Best month', sale_id: 's1', undoes: 'x0' },
        ...{ added_by: 'm1', added_at: '2026-03-28T09:00:00.000Z', since: 1 },
        locked_position: null,
      },
    ]));

  it('is on no statement to come once one with it is locked', () => {
    const its = (kind: 'bonus' | 'carried') => locked({ lines: [line({ kind, id: 'x1', dueCents: null })] });
    expect(rowsAfter('pay_extras', added(), its('bonus'))).toMatchObject([{ locked_position: 2 }]);
    expect(rowsAfter('pay_extras', added(), its('carried'))).toMatchObject([{ locked_position: null }]);
  });
});
