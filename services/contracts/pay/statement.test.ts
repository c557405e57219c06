import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import {
  inOrder,
  isLocked,
  LINE_KINDS,
  StatementLine,
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
    const others = [line('correction', 'd', 30), line('counter', 'c', -80), line('carried', 's3', -200)];
    expect(totalsOf([...lines, ...others])).toEqual({
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

  it('below 0 pay off the oldest reductions first, wherever they stand', () => {
    const lines = [
      line('earned', 's1', 500, 1),
      line('adjustment', 's2', -300, 8),
      line('adjustment', 's3', -400, 7),
      line('correction', 'd', -50, 9),
    ];
    expect(totalsOf(lines).carriedOver).toEqual([
      line('carried', 's2', -200, 8),
      line('carried', 'd', -50, 9),
    ]);
  });

  it('of nothing are 0', () => {
    expect(totalsOf([])).toEqual({
      ...{ earnedCents: 0, adjustmentCents: 0, otherCents: 0, carriedCents: 0, payableCents: 0 },
      carriedOver: [],
    });
  });

  it('of exactly 0 pay nothing and leave nothing', () => {
    const lines = [line('adjustment', 's1', -300, 2), line('earned', 's2', 300, 3)];
    expect(totalsOf(lines)).toMatchObject({ payableCents: 0, carriedOver: [] });
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

  it('are none of those that begin on a date that is paid', () => {
    const overlapping = { from: march.to, to: april.to };
    expect(unlockedStatements([overlapping, may], { ...pay, lockedTo: march.to })).toEqual([
      { ...may, lines: [], hasOwnLines: false },
    ]);
  });

  it('have no lines of their own when all is carried', () => {
    const carriedOver = [line('carried', 's0', -50)];
    expect(unlockedStatements([march], { ...pay, carriedOver })).toEqual([
      { ...march, lines: carriedOver, hasOwnLines: false },
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

describe('the order of lines', () => {
  const places = (...lines: readonly StatementLine[]) => inOrder(lines).map(({ id }) => id);

  it('has what is carried first, then the older event, then the smaller id', () => {
    const carried = [line('carried', 'p', -1, 30), line('carried', 'q', -1, 20)];
    const own = [line('earned', 'c', 1, 9), line('earned', 'a', 1, 9), line('bonus', 'b', 1, 9)];
    expect(places(...own, line('adjustment', 'z', 1, 8), ...carried)).toEqual(['q', 'p', 'z', 'a', 'b', 'c']);
  });

  it('does not depend on the order before', () => {
    const [one, two] = [line('earned', 'a', 1), line('earned', 'b', 1)];
    expect(places(one, two)).toEqual(['a', 'b']);
    expect(places(two, one)).toEqual(['a', 'b']);
  });

  it('leaves the given lines as they are', () => {
    const given = [line('earned', 'b', 1), line('carried', 'a', -1)];
    inOrder(given);
    expect(given).toEqual([line('earned', 'b', 1), line('carried', 'a', -1)]);
  });
});

it('a statement never changes again once it is paid or imported', () => {
  const locked = ['open', 'in review', 'approved', 'returned', 'paid', 'imported'].filter((state) =>
    isLocked({ state }),
  );
  expect(locked).toEqual(['paid', 'imported']);
});

it('what is approved names kind, id and every amount of a line, and not the event behind it', () => {
  const sale = { ...line('adjustment', 's1', -200, 7), waivedCents: -50, dueCents: 800 };
  expect(textOfLines([sale, line('bonus', 'b', 1)])).toBe('adjustment s1 -200 -50 800\nbonus b 1 0 null');
});

describe('a line of a statement', () => {
  const isLine = (changes: object) =>
    Value.Check(StatementLine, { ...line('earned', 's1', 500), ...changes });

  it('is of a known kind', () => {
    for (const kind of LINE_KINDS) expect(isLine({ kind }), kind).toBe(true);
    expect(isLine({ kind: 'gift' })).toBe(false);
  });

  it('has whole cents, and a due only when it is about a sale', () => {
    expect(isLine({ dueCents: 500 })).toBe(true);
    expect(isLine({ dueCents: null })).toBe(true);
    expect(isLine({ dueCents: '500' })).toBe(false);
    for (const amount of ['cents', 'waivedCents', 'dueCents'])
      expect(isLine({ [amount]: 0.5 }), amount).toBe(false);
  });
});
