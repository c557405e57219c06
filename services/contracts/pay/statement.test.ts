import { describe, expect, it } from 'vitest';
import {
  type StatementLine,
  textOfLines,
  totalsOf,
  type UnlockedLine,
  unlockedStatements,
} from './statement.ts';

const line = (kind: StatementLine['kind'], id: string, cents: number, since = 1): StatementLine => ({
  ...{ kind, id, cents, waivedCents: 0, dueCents: null, since },
});
const on = (paysOn: string, of: StatementLine): UnlockedLine => ({ ...of, paysOn });

describe('the totals of a statement', () => {
  it('add up by kind, and what is above 0 is paid', () => {
    const lines = [line('earned', 's1', 5000), line('adjustment', 's2', -1000), line('bonus', 'b', 250)];
    expect(totalsOf([...lines, line('counter', 'c', -50), line('carried', 's3', -200)])).toEqual({
      ...{ earnedCents: 5000, adjustmentCents: -1000, otherCents: 200, carriedCents: -200 },
      ...{ payableCents: 4000, carriedOver: [] },
    });
  });

  it('below 0 are not paid: the newest reductions are carried over, line by line', {
    tags: ['decision-11.5'],
  }, () => {
    const lines = [
      line('earned', 's1', 500, 9),
      line('adjustment', 's2', -400, 7),
      line('adjustment', 's3', -300, 8),
    ];
    const { payableCents, carriedOver } = totalsOf(lines);
    expect(payableCents).toBe(0);
    expect(carriedOver).toEqual([{ ...line('carried', 's3', -200, 8), dueCents: null }]);
  });

  it('of nothing are 0', () => {
    expect(totalsOf([])).toMatchObject({ payableCents: 0, carriedOver: [] });
  });
});

describe('statements that are not locked', () => {
  const march = { from: '2026-03-01', to: '2026-03-31' };
  const april = { from: '2026-04-01', to: '2026-04-30' };
  const may = { from: '2026-05-01', to: '2026-05-31' };
  const pay = { lockedTo: null, carriedOver: [], lines: [] };

  it('have each line in the period of its date; none that is still to come', () => {
    const lines = [
      on('2026-03-31', line('earned', 's1', 100)),
      on('2026-04-01', line('earned', 's2', 200)),
      on('2026-05-01', line('earned', 's3', 300)),
    ];
    const statements = unlockedStatements([march, april], { ...pay, lines });
    expect(statements.map(({ from, lines }) => [from, lines.map(({ id }) => id)])).toEqual([
      ['2026-03-01', ['s1']],
      ['2026-04-01', ['s2']],
    ]);
  });

  it('begin after the locked one, whose late lines are on the first of them', () => {
    const lines = [
      on('2026-03-20', line('earned', 'late', 100)),
      on('2026-04-02', line('earned', 's2', 200)),
    ];
    const statements = unlockedStatements([march, april], { ...pay, lockedTo: march.to, lines });
    expect(statements).toMatchObject([
      { ...april, hasOwnLines: true, lines: [{ id: 'late' }, { id: 's2' }] },
    ]);
  });

  it('hand on what they cannot take back, until something pays it off', () => {
    const lines = [
      on('2026-04-02', line('adjustment', 's1', -300, 5)),
      on('2026-05-02', line('earned', 's2', 1000, 6)),
    ];
    const statements = unlockedStatements([march, april, may], {
      ...{ ...pay, lockedTo: march.to, lines },
      carriedOver: [line('carried', 's0', -50, 2)],
    });
    expect(statements[0]?.lines).toEqual([line('carried', 's0', -50, 2), line('adjustment', 's1', -300, 5)]);
    expect(statements[1]?.lines.map(({ kind, id, cents }) => `${kind} ${id} ${cents}`)).toEqual([
      ...['carried s0 -50', 'carried s1 -300', 'earned s2 1000'],
    ]);
    expect(totalsOf(statements[1]?.lines ?? []).payableCents).toBe(650);
  });
});

it('what is approved names kind, id and every amount of a line, and not the event behind it', () => {
  const sale = { ...line('adjustment', 's1', -200, 7), waivedCents: -50, dueCents: 800 };
  expect(textOfLines([sale, line('bonus', 'b', 1)])).toBe('adjustment s1 -200 -50 800\nbonus b 1 0 null');
});
