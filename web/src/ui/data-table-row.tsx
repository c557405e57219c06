import { memo, useEffect, useRef } from 'react';
import type { Column } from './column.ts';
import { glow } from './motion.ts';

type DataRowProps<Row> = {
  name: string;
  row: Row;
  place: number;
  columns: readonly Column<Row>[];
  glowOn: ((row: Row) => string | number) | undefined;
};

function DrawnRow<Row>({ name, row, place, columns, glowOn }: DataRowProps<Row>) {
  const element = useRef<HTMLTableRowElement>(null);
  const watched = glowOn?.(row);
  const before = useRef(watched);
  useEffect(() => {
    if (before.current !== watched && element.current) glow(element.current);
    before.current = watched;
  }, [watched]);
  return (
    <tr ref={element} data-key={name}>
      {columns.map(({ label, show, numeric, card }) => (
        <td key={label} data-label={label} data-numeric={numeric} data-card={card}>
          {show(row, place)}
        </td>
      ))}
    </tr>
  );
}

/** Rows that stay the same object are not drawn again, however often the others change. */
export const DataRow = memo(DrawnRow) as typeof DrawnRow;
