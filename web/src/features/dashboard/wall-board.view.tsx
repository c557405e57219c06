import { useAtomValue } from 'jotai';
import { memo, useEffect, useRef } from 'react';
import type { BillboardRow } from '#contracts/endpoints/logs.endpoints.ts';
import { billboardProblemAtom } from '../../kit/numbers/billboard.atoms.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatRate } from '../../ui/format.ts';
import { fullName } from '../../ui/full-name.ts';
import { Loading } from '../../ui/mark.tsx';
import { glow } from '../../ui/motion.ts';
import { Money, NumberRoll } from '../../ui/number-roll.tsx';
import { useRankMotion } from '../../ui/use-rank-motion.ts';
import { LocalTime } from './local-time.view.tsx';
import { wallRowsAtom } from './wall.atoms.ts';
import styles from './wall-board.module.css';

/** The best ten. A row that overtakes another moves to its new place. */
export function WallBoard() {
  const rows = useAtomValue(wallRowsAtom);
  const problem = useAtomValue(billboardProblemAtom);
  const body = useRef<HTMLTableSectionElement>(null);
  useRankMotion(body, rows?.map((row) => row.employee_id).join(' ') ?? '');
  if (!rows && problem)
    return (
      <div className={styles.instead}>
        <EmptyState title="The billboard could not be loaded">It is tried again. {problem}</EmptyState>
      </div>
    );
  if (!rows)
    return (
      <div className={styles.instead}>
        <Loading label="Loading the billboard" />
      </div>
    );
  if (rows.length === 0)
    return (
      <div className={styles.instead}>
        <EmptyState title="Nobody is on the board yet">
          Everybody who signs in or sells today appears here at once.
        </EmptyState>
      </div>
    );
  return (
    <table className={styles.board}>
      <caption className="visually-hidden">Daily Billboard, the best ten</caption>
      <thead>
        <tr>
          <Heading column={styles.place} text="No" />
          <Heading column={styles.name} text="Name" />
          <Heading column={styles.sales} text="Closed sales" />
          <Heading column={styles.rate} text="Sales/hr" />
          <Heading column={styles.commission} text="Commission" />
        </tr>
      </thead>
      <tbody ref={body}>
        {rows.map((row, at) => (
          <WallRow key={row.employee_id} row={row} place={at + 1} />
        ))}
      </tbody>
    </table>
  );
}

/** Labels of the columns for screen readers; on the wall the columns explain themselves. */
function Heading({ column, text }: { column: string | undefined; text: string }) {
  return (
    <th scope="col" className={column}>
      <span className="visually-hidden">{text}</span>
    </th>
  );
}

type WallRowProps = { row: BillboardRow; place: number };

/** A row that lights up after a sale. */
const WallRow = memo(function DrawnRow({ row, place }: WallRowProps) {
  const element = useRef<HTMLTableRowElement>(null);
  const watched = `${row.sales} ${row.commission}`;
  const before = useRef(watched);
  useEffect(() => {
    if (before.current !== watched && element.current) glow(element.current);
    before.current = watched;
  }, [watched]);
  return (
    <tr ref={element} data-key={row.employee_id}>
      <td className={styles.place}>{place}</td>
      <td className={styles.name}>
        {fullName(row)} <LocalTime row={row} />
      </td>
      <td className={styles.sales}>
        <NumberRoll text={String(row.sales)} /> {row.sales === 1 ? 'sale' : 'sales'}
      </td>
      <td className={styles.rate}>
        <NumberRoll text={formatRate(row.sales_per_hour)} />
        {row.sales_per_hour !== 'N/A' && '/hr'}
      </td>
      <td className={styles.commission}>
        <Money dollars={row.commission} />
      </td>
    </tr>
  );
});
