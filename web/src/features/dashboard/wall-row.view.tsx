import { memo, useEffect, useRef } from 'react';
import type { BillboardRow } from '#contracts/endpoints/logs.endpoints.ts';
import { formatRate } from '../../ui/format.ts';
import { Money } from '../../ui/money.tsx';
import { glow } from '../../ui/motion.ts';
import { NumberRoll } from '../../ui/number-roll.tsx';
import styles from './wall-board.module.css';

type WallRowProps = { row: BillboardRow; place: number };

/** Lights up when something was sold. */
export const WallRow = memo(function DrawnRow({ row, place }: WallRowProps) {
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
        {row.first_name} {row.last_name}
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
