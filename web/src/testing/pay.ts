import type { PayrollRow, StatementRow, StatementSummary } from '#contracts/endpoints/pay.endpoints.ts';

export function aSummary(changed: Partial<StatementSummary> = {}): StatementSummary {
  return {
    ...{ from: '2026-03-02', to: '2026-03-08', state: 'in review' },
    ...{ earned: 100, adjustments: 0, bonuses: 0, carried: 0, payable: 100, carried_over: 0 },
    ...{ approved_by: null, approved_by_name: null, approved_at: null, is_own: false, changed: false },
    ...{ returned_for: null, locked_at: null, approved_total: null, approved_through: null, version: '' },
    ...changed,
  };
}

export function aPayrollRow(employee_id: string, changed: Partial<PayrollRow> = {}): PayrollRow {
  return {
    ...aSummary(),
    employee_id,
    name: `${employee_id} Test`,
    employee_number: '',
    ...{ lines: 1, pending: 0 },
    ...changed,
  };
}

export function aLine(changed: Partial<StatementRow> = {}): StatementRow {
  const sale = { id: 's1', name: 'Roof', campaign: 'Solar Roofs' };
  const due = { due: 100, due_now: 100, is_undone: false };
  return { ...sale, kind: 'earned', amount: 100, waived: 0, ...due, since: 1, adjusts: null, ...changed };
}
