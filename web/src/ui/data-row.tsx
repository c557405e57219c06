import { memo, type ReactNode, useEffect, useMemo, useRef } from 'react';
import { type Column, showsPlace } from './column.ts';
import { animateOnlyOnScreen, glow } from './motion.ts';

type DataRowProps<Row> = {
  name: string;
  row: Row;
  place: number;
  columns: readonly Column<Row>[];
  /** The row lights up when this changes. */
  watched: string | number | undefined;
  /** Stays in sight below the others. */
  pinned: boolean;
};

function DrawnRow<Row>({ name, row, place, columns, watched, pinned }: DataRowProps<Row>) {
  const element = useRef<HTMLTableRowElement>(null);
  useEffect(() => (element.current ? animateOnlyOnScreen(element.current) : undefined), []);
  const before = useRef(watched);
  useEffect(() => {
    if (before.current !== watched && element.current) glow(element.current);
    before.current = watched;
  }, [watched]);
  // A row that is overtaken has another place and nothing else: only columns that show the place are drawn again.
  const cells = useMemo(
    () => columns.map((column) => (showsPlace(column) ? null : cellOf(column, column.show(row, 0)))),
    [columns, row],
  );
  return (
    <tr ref={element} data-key={name} data-pinned={pinned || undefined}>
      {columns.map((column, at) => cells[at] ?? cellOf(column, column.show(row, place)))}
    </tr>
  );
}

function cellOf<Row>({ label, numeric, card }: Column<Row>, content: ReactNode): ReactNode {
  return (
    <td key={label} data-label={label} data-numeric={numeric} data-card={card}>
      {content}
    </td>
  );
}

/** A row with the same values is not drawn again, however often it arrives and other rows change. */
export const DataRow = memo(DrawnRow, isSame) as typeof DrawnRow;

function isSame(before: object, after: object): boolean {
  const names = Object.keys({ ...before, ...after }) as (keyof typeof before)[];
  return names.every((name) => {
    const [left, right] = [before[name], after[name]];
    return left === right || (name === 'row' && isSame(left, right));
  });
}
