import { useAtomValue, useSetAtom } from 'jotai';
import {
  isOfPeople,
  type Preview,
  type PreviewPerson,
  type PreviewRow,
  type Refusal,
} from '#contracts/endpoints/imports.endpoints.ts';
import { formatPrice } from '#contracts/money.ts';
import { monthlyCents } from '#contracts/plan.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/column.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { formatDate, formatNumber, formatPriceText } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { useFocusNext } from './focus-next.hooks.ts';
import { isImportingAtom, leaveFileAtom, startAtom, underWayAtom } from './import.atoms.ts';
import styles from './import.module.css';
import { countOf } from './imports-list.view.tsx';
import { columnLabel, missingColumns, PlanFields } from './plan-fields.view.tsx';

/** Matches the columns of a file, and shows what its rows become. */
export function ImportPreview({ preview }: { preview: Preview }) {
  const { import: file, good, refusedCount } = preview;
  const { plan } = file;
  const start = useSetAtom(startAtom);
  const leave = useSetAtom(leaveFileAtom);
  const columns = useFocusNext<HTMLDivElement>('columns', firstToChoose);
  const underWay = useAtomValue(underWayAtom);
  const isImporting = useAtomValue(isImportingAtom);
  return (
    <div ref={columns} className={styles.page}>
      <Panel title={file.file_name} note={<span role="status">{summary(preview)}</span>} isTarget>
        <PlanFields preview={preview} />
        {isOfPeople(plan) && good > 0 && <Seats preview={preview} />}
        <div className={styles.actions}>
          <Button busy={underWay !== null} disabled={good === 0 || isImporting} onClick={() => void start()}>
            Import {countOf(plan, good)}
          </Button>
          <Button variant="plain" onClick={leave}>
            Choose another file
          </Button>
          {isImporting && <span className={styles.note}>Another import is running.</span>}
        </div>
      </Panel>
      <FirstRows preview={preview} />
      {refusedCount > 0 && missingColumns(plan).length === 0 && <Refusals preview={preview} />}
    </div>
  );
}

/** The first column that must be chosen yet, else the name of the file. */
const firstToChoose = (panel: HTMLElement) =>
  [...panel.querySelectorAll<HTMLSelectElement>('select:required')].find(({ value }) => value === '') ??
  panel.querySelector('h2');

/** Why rows will be refused: each reason once, with the number of its rows. */
function Refusals({ preview: { import: file, refusals, refusalCount, refusedCount } }: { preview: Preview }) {
  return (
    <Panel
      title={`${formatNumber(refusedCount)} ${refusedCount === 1 ? 'row' : 'rows'} will be refused`}
      flush
      note={<a href={`/api/imports/${file.id}/refused.csv`}>Every refused row as CSV</a>}
    >
      <DataTable
        caption="Reasons"
        columns={[
          ROWS,
          { label: 'Column', show: ({ column }) => columnLabel(file.plan, column) },
          REASON,
          LINES,
        ]}
        rows={refusals}
        keyOf={({ column, reason }) => `${column} ${reason}`}
        initialRows={Number.POSITIVE_INFINITY}
        empty={null}
      />
      {refusalCount > refusals.length && (
        <p className={styles.empty}>
          The {formatNumber(refusals.length)} most frequent of {formatNumber(refusalCount)} reasons. The file
          has all of them.
        </p>
      )}
    </Panel>
  );
}

/** What new people cost, and how they get in. */
function Seats({ preview: { good, seats } }: { preview: Preview }) {
  const [before, after] = [seats, seats + good].map((count) =>
    formatPriceText(formatPrice(monthlyCents(count))),
  );
  return (
    <p className={styles.seats}>
      {good === 1 ? '1 more employee' : `${formatNumber(good)} more employees`}: from {before} to {after} a
      month. They get no mail and have no password yet: each one chooses 'Reset password' at the sign-in and
      sets it with a code to their mailbox.
    </p>
  );
}

function FirstRows({ preview: { import: file, rows, people } }: { preview: Preview }) {
  const missing = missingColumns(file.plan);
  const hint =
    missing.length > 0
      ? `Choose the columns of the file for: ${missing.join(', ')}.`
      : 'Match the columns above.';
  const empty = <p className={styles.empty}>No row can be imported yet. {hint}</p>;
  const keyOf = ({ line }: { line: number }) => String(line);
  const title = isOfPeople(file.plan)
    ? 'The first people as they will be'
    : 'The first sales as they will be';
  return (
    <Panel title={title} flush>
      {isOfPeople(file.plan) ? (
        <DataTable caption={title} columns={PEOPLE} rows={people} keyOf={keyOf} empty={empty} />
      ) : (
        <DataTable caption={title} columns={SALES} rows={rows} keyOf={keyOf} empty={empty} />
      )}
    </Panel>
  );
}

function summary({ good, known, refusedCount, import: { plan, total } }: Preview): string {
  const there = known > 0 ? `, ${formatNumber(known)} already there` : '';
  return `${formatNumber(total)} ${total === 1 ? 'row' : 'rows'}: ${countOf(plan, good)}${there}, ${formatNumber(refusedCount)} refused`;
}

const SALES: readonly Column<PreviewRow>[] = [
  { label: 'Line', show: ({ line }) => line, numeric: true, card: 'none' },
  { label: 'Date', show: ({ date }) => formatDate(date) },
  { label: 'Employee', show: ({ employee }) => employee },
  { label: 'Campaign', show: ({ campaign }) => campaign },
  { label: 'Name', show: ({ name }) => name, card: 'heading' },
  { label: 'Customer Number', show: ({ customer }) => customer },
  { label: 'Price', show: ({ price }) => price && formatPriceText(price), numeric: true, card: 'main' },
  { label: 'Discount (%)', show: ({ discount }) => discount, numeric: true },
  { label: 'Status', show: ({ status }) => status },
];

const PEOPLE: readonly Column<PreviewPerson>[] = [
  { label: 'Line', show: ({ line }) => line, numeric: true, card: 'none' },
  { label: 'Name', show: ({ name }) => name, card: 'heading' },
  { label: 'Email', show: ({ email }) => email },
  { label: 'Employee Number', show: ({ number }) => number },
  { label: 'Role', show: ({ role }) => role },
  { label: 'Campaign', show: ({ campaign }) => campaign },
  { label: 'Manager', show: ({ manager }) => manager },
  { label: 'Shift Duration', show: ({ duration }) => duration, numeric: true },
];

const ROWS: Column<Refusal> = { label: 'Rows', show: ({ count }) => formatNumber(count), numeric: true };
const REASON: Column<Refusal> = { label: 'Reason', show: ({ reason }) => reason, card: 'heading' };
const LINES: Column<Refusal> = {
  label: 'Lines',
  show: ({ lines, count }) => lines.map(formatNumber).join(', ') + (count > lines.length ? ', …' : ''),
};
