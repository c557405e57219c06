import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { PayrollRow } from '#contracts/endpoints/pay.endpoints.ts';
import { statementPath } from '../../kit/paths.ts';
import { NowOnly } from '../../kit/time-travel/now-only.view.tsx';
import type { Column } from '../../ui/column.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatMoney } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { ApproveOne, ReturnOne } from './decision-buttons.view.tsx';
import styles from './pay.module.css';
import { PayState } from './pay-state.view.tsx';
import { reviewText, STATE_NAMES } from './pay-words.ts';
import { type Decisions, hasLines } from './payroll.atoms.ts';

type PayrollTableProps = {
  readonly from: string;
  readonly rows: readonly PayrollRow[];
  readonly decisions: Decisions;
};

/** People with what their statement comes to, and the decision that each waits for. */
export function PayrollTable({ from, rows, decisions }: PayrollTableProps) {
  const columns = useMemo(() => [...COLUMNS, actions(decisions)], [decisions]);
  return (
    <Panel flush>
      <DataTable
        caption="Payroll"
        columns={columns}
        rows={rows}
        keyOf={({ employee_id }) => employee_id}
        glowOn={({ state, payable }) => `${state} ${payable}`}
        download={`statements from ${from}`}
        empty={<EmptyState title="No people in this period">Choose another period.</EmptyState>}
      />
    </Panel>
  );
}

const COLUMNS: readonly Column<PayrollRow>[] = [
  {
    label: 'Name',
    show: ({ from, employee_id, name }) => <Link to={statementPath(from, employee_id)}>{name}</Link>,
    sortBy: ({ name }) => name,
    alsoCsv: { 'Employee Number': ({ employee_number }) => employee_number },
    card: 'heading',
  },
  {
    label: 'State',
    show: (row) => <State row={row} />,
    sortBy: (row) => (hasLines(row) ? STATE_NAMES[row.state] : ''),
    csv: ({ state }) => STATE_NAMES[state],
  },
  amount('Earned', ({ earned }) => earned),
  amount('Adjustments', ({ adjustments }) => adjustments),
  amount('Bonuses', ({ bonuses }) => bonuses),
  amount('Carried', ({ carried }) => carried),
  {
    label: 'Total',
    show: (row) => <Total row={row} />,
    sortBy: ({ payable }) => payable,
    alsoCsv: { 'Carried over': ({ carried_over }) => carried_over },
    numeric: true,
    card: 'main',
  },
];

function amount(label: string, of: (row: PayrollRow) => number): Column<PayrollRow> {
  return { label, show: (row) => (of(row) === 0 ? '–' : formatMoney(of(row))), sortBy: of, numeric: true };
}

function State({ row }: { row: PayrollRow }) {
  if (!hasLines(row) && row.state !== 'approved' && row.state !== 'paid')
    return (
      <>
        <span className={styles.soft}>Nothing to pay</span>
        <Waiting count={row.pending} />
      </>
    );
  const why = reviewText(row) ?? (row.is_own ? 'Approved by the same person, the only manager' : null);
  return (
    <>
      <PayState state={row.state} />
      {why && <span className={styles.small}>{why}</span>}
      <Waiting count={row.pending} />
    </>
  );
}

/** The sales that wait for a manager. */
function Waiting({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className={styles.small}>{count === 1 ? '1 sale to confirm' : `${count} sales to confirm`}</span>
  );
}

function Total({ row: { payable, carried_over } }: { row: PayrollRow }) {
  return (
    <>
      {formatMoney(payable)}
      {carried_over !== 0 && <span className={styles.small}>{formatMoney(carried_over)} carried over</span>}
    </>
  );
}

const actions = (decisions: Decisions): Column<PayrollRow> => ({
  label: 'Actions',
  show: (row) => {
    const of = { from: row.from, employeeId: row.employee_id };
    return (
      <NowOnly>
        {hasLines(row) && <ApproveOne of={of} statement={row} decisions={decisions} small />}
        <ReturnOne of={of} statement={row} decisions={decisions} small />
      </NowOnly>
    );
  },
  card: 'actions',
});
