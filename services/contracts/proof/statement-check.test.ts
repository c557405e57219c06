import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { leadSale, sale, saleOfBob } from '#tests/proof/small-export.ts';
import { type StatementLine, textOfLines } from '../pay/statement.ts';
import type { SaleChange } from './sale-change.ts';
import { createStatementCheck, type LockedStatement } from './statement-check.ts';

const sha256 = (text: string) => hash('sha256', text);
const line = (cents: number, changes: Partial<StatementLine> = {}): StatementLine => ({
  ...{ kind: 'earned', id: 's1', cents, waivedCents: 0, dueCents: cents, since: 1, ...changes },
});
const locked = (
  lines: readonly StatementLine[],
  changes: Partial<LockedStatement> = {},
): LockedStatement => ({
  ...{ employeeId: 'ada', from: '2026-03-01', to: '2026-03-31', lines, digest: sha256(textOfLines(lines)) },
  ...{ payableCents: lines.reduce((sum, { cents }) => sum + cents, 0), isImported: false, ...changes },
});

/** Ada's sale was due $8.00, and then $5.00; a manager added $0.50. */
function check() {
  const made = createStatementCheck(sha256);
  const cheaper = { ...sale, commissionCents: 500 };
  made.hear({ saleId: 's1', before: null, after: sale });
  made.hear({ saleId: 's1', before: sale, after: cheaper });
  made.hearLine({ employeeId: 'ada', lineId: 'b1', cents: 50, reason: 'A long week' });
  return made;
}
const adjusted = line(-300, { kind: 'adjustment', dueCents: 500 });

describe('locked statements', () => {
  it('are right when each line is what was due less what was paid', () => {
    const { isRight } = check();
    expect(isRight(locked([line(800)]))).toBe(true);
    expect(
      isRight(locked([adjusted, line(50, { kind: 'bonus', id: 'b1', dueCents: null })], { payableCents: 0 })),
    ).toBe(true);
  });

  it('count what is waived as settled', () => {
    const { isRight } = check();
    expect(isRight(locked([line(800)]))).toBe(true);
    const waived = line(0, { kind: 'adjustment', waivedCents: -300, dueCents: 500 });
    expect(isRight(locked([waived]))).toBe(true);
  });

  it.each([
    ['an amount that was never due', locked([line(900)])],
    ['a sale of another person', locked([line(800)], { employeeId: 'bob' })],
    ['a sale that is not in the history', locked([line(800, { id: 's2' })])],
    ['a line that is not its due', locked([line(800, { cents: 700 })])],
    ['a line that names another due', locked([line(800, { dueCents: 500 })])],
    ['a wrong line before a right one', locked([line(800, { id: 's2' }), line(800)])],
    ['more than a manager added', locked([line(60, { kind: 'bonus', id: 'b1', dueCents: null })])],
    ['a bonus that is not in the history', locked([line(50, { kind: 'bonus', id: 'b2', dueCents: null })])],
    ['another total', locked([line(800)], { payableCents: 900 })],
    ['another digest', locked([line(800)], { digest: sha256('') })],
  ])('are wrong with %s', (_what, statement) => expect(check().isRight(statement)).toBe(false));

  it('are wrong when a sale is paid twice', () => {
    const { isRight } = check();
    expect(isRight(locked([line(800)]))).toBe(true);
    expect(isRight(locked([line(800)]))).toBe(false);
  });

  it('that are imported and taken away again are negative, and not carried over', () => {
    const { isRight, hear } = check();
    hear({ saleId: 's1', before: sale, after: null });
    expect(isRight(locked([line(800)], { isImported: true }))).toBe(true);
    const away = locked([line(-800, { kind: 'adjustment', dueCents: 0 })]);
    expect(isRight({ ...away, isImported: true })).toBe(true);
  });
});

describe('a sale is due nothing', () => {
  const takenBack = line(-800, { kind: 'adjustment', dueCents: 0 });
  const isRightAfter = (...changes: readonly Omit<SaleChange, 'saleId'>[]) => {
    const { hear, isRight } = createStatementCheck(sha256);
    hear({ saleId: 's1', before: null, after: sale });
    expect(isRight(locked([line(800)]))).toBe(true);
    for (const change of changes) hear({ saleId: 's1', ...change });
    return isRight(locked([takenBack], { payableCents: 0 }));
  };

  it('when it is deleted, no longer Closed, or of another person', () => {
    expect(isRightAfter({ before: sale, after: null })).toBe(true);
    expect(isRightAfter({ before: sale, after: leadSale })).toBe(true);
    expect(isRightAfter({ before: sale, after: saleOfBob })).toBe(true);
  });

  it('at no time while it stays Closed', () => {
    expect(isRightAfter()).toBe(false);
    expect(isRightAfter({ before: sale, after: { ...sale, commissionCents: 500 } })).toBe(false);
  });
});

describe('what a manager added', () => {
  const bonus = line(50, { kind: 'bonus', id: 'b1', dueCents: null });

  it('is paid to that person', () => {
    expect(check().isRight(locked([bonus]))).toBe(true);
    expect(check().isRight(locked([bonus], { employeeId: 'bob' }))).toBe(false);
  });

  it('is paid once', () => {
    const { isRight } = check();
    expect(isRight(locked([bonus]))).toBe(true);
    expect(isRight(locked([bonus]))).toBe(false);
    expect(check().isRight(locked([bonus, bonus]))).toBe(false);
  });
});

describe('what a statement leaves', () => {
  const late = line(500, { id: 's2', since: 9 });
  const left = line(-300, { kind: 'carried', dueCents: null });
  /** Ada was paid $8.00, gave $3.00 of it back, and has earned $5.00 with her next sale. */
  const afterDebt = () => {
    const made = check();
    made.hear({ saleId: 's2', before: null, after: { ...sale, commissionCents: 500 } });
    expect(made.isRight(locked([line(800)]))).toBe(true);
    expect(made.isRight(locked([adjusted], { payableCents: 0 }))).toBe(true);
    return made;
  };

  it('is on the next one, and then no more', () => {
    const { isRight } = afterDebt();
    expect(isRight(locked([left, late]))).toBe(true);
    expect(isRight(locked([left], { payableCents: 0 }))).toBe(false);
  });

  it.each([
    ['forgotten', locked([late])],
    ['more', locked([{ ...left, cents: -400 }, late])],
    ['another sale', locked([{ ...left, id: 's3' }, late])],
    ['there twice', locked([left, left, late], { payableCents: 0 })],
  ])('is not %s', (_what, statement) => expect(afterDebt().isRight(statement)).toBe(false));

  it('is of that person alone', () => {
    const { hear, isRight } = afterDebt();
    hear({ saleId: 's3', before: null, after: saleOfBob });
    expect(isRight(locked([line(800, { id: 's3' })], { employeeId: 'bob' }))).toBe(true);
    expect(check().isRight(locked([left], { payableCents: 0 }))).toBe(false);
  });

  it('waits while an import is counted as paid', () => {
    const { hear, isRight } = afterDebt();
    hear({ saleId: 's3', before: null, after: sale });
    expect(isRight(locked([line(800, { id: 's3' })], { isImported: true }))).toBe(true);
    expect(isRight(locked([left, late]))).toBe(true);
  });

  it('is sorted anew on each one', () => {
    const { hear, isRight } = createStatementCheck(sha256);
    for (const saleId of ['s1', 's2']) hear({ saleId, before: null, after: sale });
    expect(isRight(locked([line(800), line(800, { id: 's2' })]))).toBe(true);
    for (const saleId of ['s1', 's2']) hear({ saleId, before: sale, after: null });
    const back = (id: string) => line(-800, { kind: 'adjustment', id, dueCents: 0 });
    const carried = (id: string) => line(-800, { kind: 'carried', id, dueCents: null });
    const unpaid = { payableCents: 0 };
    expect(isRight(locked([back('s2')], unpaid))).toBe(true);
    expect(isRight(locked([carried('s2'), back('s1')], unpaid))).toBe(true);
    expect(isRight(locked([carried('s1'), carried('s2')], unpaid))).toBe(true);
  });
});
