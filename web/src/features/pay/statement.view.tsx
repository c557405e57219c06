import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { Statement, StatementRow } from '#contracts/endpoints/pay.endpoints.ts';
import { isLocked } from '#contracts/pay/statement.ts';
import { wrongColumn } from '../../kit/claims/claim-buttons.view.tsx';
import { OpenClaims } from '../../kit/claims/open-claims.view.tsx';
import { currentDateAtom } from '../../kit/clock.atoms.ts';
import { paths, pathTo } from '../../kit/paths.ts';
import { NowOnly } from '../../kit/time-travel/now-only.view.tsx';
import type { Column } from '../../ui/column.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Facts } from '../../ui/facts.tsx';
import { formatDate, formatMoney } from '../../ui/format.ts';
import { Wordmark } from '../../ui/mark.tsx';
import { Money } from '../../ui/number-roll.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TwoColumns } from '../../ui/two-columns.tsx';
import { ChangedSales } from './changed-sales.view.tsx';
import styles from './pay.module.css';
import type { Undo } from './pay-lines.atoms.ts';
import { PayState } from './pay-state.view.tsx';
import {
  carriedOverText,
  EARNED_ON,
  explanationsOf,
  isOfSale,
  KIND_NAMES,
  notesOf,
  payableName,
  stateText,
} from './pay-words.ts';
import { PendingSales } from './pending-sales.view.tsx';
import { UndoLine } from './undo-line.view.tsx';
import type { Confirmation } from './verification.atoms.ts';

type StatementProps = {
  readonly statement: Statement;
  /** Of the own pay, below what it comes to. */
  readonly note?: string | null;
  /** Of a manager, who may undo lines. */
  readonly undo?: Undo | undefined;
  /** Of a manager, who may confirm sales. */
  readonly confirmation?: Confirmation | undefined;
};

/** What a statement comes to, its lines, and what their words mean. */
export function StatementParts({ statement, note = null, undo, confirmation }: StatementProps) {
  const { lines, from, name, employee_id, pending } = statement;
  const columns = useMemo(
    () => [nameColumn(statement), ...COLUMNS, undo ? undoColumn(undo) : wrongColumn(from, isOfSale)],
    [undo, from, statement],
  );
  return (
    <TwoColumns>
      <div className={styles.parts}>
        <Totals statement={statement} note={note} />
        <Meanings lines={lines} />
      </div>
      <div className={styles.parts}>
        <PendingSales pending={pending} confirmation={confirmation} />
        {isLocked(statement) && <ChangedSales lines={lines} />}
        <Panel flush title="Lines">
          <DataTable
            caption={`Statement of ${name}`}
            columns={columns}
            rows={lines}
            keyOf={keyOf}
            glowOn={({ amount }) => amount}
            download={`statement ${name} ${from}`}
            empty={
              <EmptyState title="Nothing in this period yet">
                A sale appears here as soon as it is Closed.
              </EmptyState>
            }
          />
        </Panel>
        <OpenClaims employeeId={employee_id} from={from} />
      </div>
    </TwoColumns>
  );
}

const keyOf = ({ kind, id, since }: StatementRow) => `${kind} ${id} ${since}`;

function Totals({ statement, note }: Omit<StatementProps, 'undo'>) {
  const { state, payable, earned, adjustments, bonuses, carried, changed, approved_through } = statement;
  const carriedOver = carriedOverText(statement);
  return (
    <Panel>
      <p className={styles.label}>{payableName(state)}</p>
      <p className={styles.payable} data-testid="payable">
        <Money dollars={payable} />
      </p>
      <p className={styles.stated}>
        <PayState state={state} />
        <span>{stateText(statement)}</span>
      </p>
      {changed && <Link to={`?as-of=@${approved_through}`}>As it was approved</Link>}
      <Facts
        facts={[
          ['Earned', formatMoney(earned)],
          ['Adjustments', formatMoney(adjustments)],
          ['Bonuses and corrections', formatMoney(bonuses)],
          ['Carried from before', formatMoney(carried)],
        ]}
      />
      {carriedOver && <p className={styles.below}>{carriedOver}</p>}
      {note && <p className={styles.below}>{note}</p>}
    </Panel>
  );
}

function Meanings({ lines }: { lines: readonly StatementRow[] }) {
  return (
    <div className={styles.meanings}>
      <p>{EARNED_ON}</p>
      {explanationsOf(lines).map(([word, meaning]) => (
        <p key={word}>
          <b>{word}:</b> {meaning}
        </p>
      ))}
    </div>
  );
}

const nameColumn = (statement: Statement): Column<StatementRow> => ({
  label: 'Name',
  show: (line) => (
    <>
      {isOfSale(line) ? <Link to={pathTo(paths.sale, line.id)}>{line.name || 'A sale'}</Link> : line.name}
      {notesOf(statement, line).map((text) => (
        <span key={text} className={styles.small}>
          {text}
        </span>
      ))}
    </>
  ),
  sortBy: ({ name }) => name,
  card: 'heading',
});

const COLUMNS: readonly Column<StatementRow>[] = [
  {
    label: 'Kind',
    show: ({ kind }) => <span className={styles.word}>{KIND_NAMES[kind]}</span>,
    sortBy: ({ kind }) => KIND_NAMES[kind],
  },
  {
    label: 'Campaign',
    show: ({ campaign }) => campaign || '–',
    sortBy: ({ campaign }) => campaign,
  },
  {
    label: 'Amount',
    show: ({ amount }) => formatMoney(amount),
    sortBy: ({ amount }) => amount,
    alsoCsv: { 'Not taken back': ({ waived }) => waived },
    numeric: true,
    card: 'main',
  },
];

const undoColumn = (undo: Undo): Column<StatementRow> => ({
  label: 'Actions',
  show: (line) =>
    (line.kind === 'bonus' || line.kind === 'correction') &&
    !line.is_undone && (
      <NowOnly>
        <UndoLine line={line} undo={undo} />
      </NowOnly>
    ),
  card: 'actions',
});

/** On paper only, above the title: the person, and the date of printing. */
export function PrintedHead({ name }: { name: string }) {
  const today = useAtomValue(currentDateAtom);
  return (
    <div className={styles.printed}>
      <Wordmark />
      <span>{name}</span>
      <span>Printed {formatDate(today)}</span>
    </div>
  );
}
