import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sale } from '#tests/proof/small-export.ts';
import { type StatementLine, textOfLines } from '../pay/statement.ts';
import {
  addedLineOf,
  createStatementCheck,
  type LockedStatement,
  lockedStatementOf,
} from './statement-check.ts';

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

it.each([null, 7, {}, { lines: 7 }, { ...locked([]), lines: [null] }, { ...locked([]), payableCents: '7' }])(
  'reads nothing from %j',
  (data) => expect(lockedStatementOf({ type: 'StatementLocked', data })).toBe(null),
);

it.each([null, 7, {}, { line: null }, { employeeId: 'ada', line: { lineId: 'b1', cents: '5' } }])(
  'reads no added line from %j',
  (data) => expect(addedLineOf({ type: 'PayLineAdded', data })).toBe(null),
);
