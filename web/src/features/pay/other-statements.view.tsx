import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { StatementSummary } from '#contracts/endpoints/pay.endpoints.ts';
import { statementPath } from '../../kit/paths.ts';
import type { Column } from '../../ui/column.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatDates, formatMoney } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { statementsQuery } from './pay.atoms.ts';
import styles from './pay.module.css';
import { PayState } from './pay-state.view.tsx';

type OtherStatementsProps = {
  readonly title: string;
  /** First day of the period that the screen shows already. */
  readonly shown: string;
  /** Empty for the own ones. */
  readonly employeeId?: string;
};

/** The loaded statements of a person but the shown one, each a link to its lines. */
export function OtherStatements({ title, shown, employeeId = '' }: OtherStatementsProps) {
  const all = useAtomValue(statementsQuery.replyAtom)?.requestedData;
  const columns = useMemo(() => columnsOf(employeeId), [employeeId]);
  if (!all) return null;
  return (
    <div className={styles.others}>
      <Panel flush title={title}>
        <DataTable
          caption={title}
          columns={columns}
          rows={all.filter(({ from }) => from !== shown)}
          keyOf={({ from }) => from}
          download="statements"
          empty={
            <EmptyState title="No other statements yet">
              Each period has a statement, which stays here when the period is over.
            </EmptyState>
          }
        />
      </Panel>
    </div>
  );
}

const columnsOf = (employeeId: string): readonly Column<StatementSummary>[] => [
  {
    label: 'Period',
    show: ({ from, to }) => <Link to={statementPath(from, employeeId)}>{formatDates(from, to)}</Link>,
    sortBy: ({ from }) => Date.parse(from),
    csv: ({ from }) => from,
    alsoCsv: { To: ({ to }) => to },
    card: 'heading',
  },
  { label: 'State', show: ({ state }) => <PayState state={state} />, sortBy: ({ state }) => state },
  {
    label: 'Total',
    show: ({ payable }) => formatMoney(payable),
    sortBy: ({ payable }) => payable,
    numeric: true,
    card: 'main',
  },
];
