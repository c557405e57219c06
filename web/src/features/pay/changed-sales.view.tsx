import { Link } from 'react-router-dom';
import type { StatementRow } from '#contracts/endpoints/pay.endpoints.ts';
import { historyPath } from '../../kit/paths.ts';
import type { Column } from '../../ui/column.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { formatMoney } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import styles from './pay.module.css';
import { isChanged } from './pay-words.ts';

/** Of a statement that is paid: the sales that are due something else now, with what happened to each. */
export function ChangedSales({ lines }: { lines: readonly StatementRow[] }) {
  const changed = lines.filter(isChanged);
  if (changed.length === 0) return null;
  return (
    <div className={styles.screen}>
      <Panel flush title="Changed since" note="The difference is on a later statement">
        <DataTable
          caption="Sales that changed after they were paid"
          columns={COLUMNS}
          rows={changed}
          keyOf={({ kind, id }) => `${kind} ${id}`}
          empty={null}
        />
      </Panel>
    </div>
  );
}

const COLUMNS: readonly Column<StatementRow>[] = [
  {
    label: 'Name',
    show: ({ id, name }) => (
      <Link to={historyPath('sale', id)} title="History of the sale">
        {name || 'A sale'}
      </Link>
    ),
    sortBy: ({ name }) => name,
    card: 'heading',
  },
  amount('As known when paid', ({ due }) => due ?? 0),
  { ...amount('As known now', ({ due_now }) => due_now ?? 0), card: 'main' },
];

function amount(label: string, of: (line: StatementRow) => number): Column<StatementRow> {
  return { label, show: (line) => formatMoney(of(line)), sortBy: of, numeric: true };
}
