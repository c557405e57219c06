import { useAtomValue } from 'jotai';
import { useRef } from 'react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loading } from '../../ui/mark.tsx';
import { useRankMotion } from '../../ui/use-rank-motion.ts';
import { billboardProblemAtom } from './billboard.atoms.ts';
import { wallRowsAtom } from './wall.atoms.ts';
import styles from './wall-board.module.css';
import { WallRow } from './wall-row.view.tsx';

/** The best ten. Who overtakes somebody moves there. */
export function WallBoard() {
  const rows = useAtomValue(wallRowsAtom);
  const problem = useAtomValue(billboardProblemAtom);
  const body = useRef<HTMLTableSectionElement>(null);
  useRankMotion(body, rows?.map((row) => row.employee_id).join(' ') ?? '');
  if (!rows && problem)
    return (
      <div className={styles.instead}>
        <EmptyState title="The billboard could not be loaded">{problem} It is tried again.</EmptyState>
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

/** What a column is explains itself on the wall; who does not see it is told. */
function Heading({ column, text }: { column: string | undefined; text: string }) {
  return (
    <th scope="col" className={column}>
      <span className="visually-hidden">{text}</span>
    </th>
  );
}
