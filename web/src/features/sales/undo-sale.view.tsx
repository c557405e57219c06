import { useAtomValue, useSetAtom } from 'jotai';
import { Undo2 } from 'lucide-react';
import type { MouseEvent } from 'react';
import { Link } from 'react-router-dom';
import type { Sale } from '#contracts/endpoints/sales.endpoints.ts';
import { paths, pathTo } from '../../kit/paths.ts';
import { Button } from '../../ui/button.tsx';
import { formatMoney } from '../../ui/format.ts';
import { fullName } from '../../ui/full-name.ts';
import { Icon } from '../../ui/icon.tsx';
import { isUndoingAtom, recordedForAtom, recordedSaleAtom, undoSaleAtom } from './add-sale.atoms.ts';
import styles from './undo-sale.module.css';

/** In the message about a recorded sale: its name, and a button that undoes it. */
export function UndoSale() {
  const sale = useAtomValue(recordedSaleAtom);
  const others = useAtomValue(recordedForAtom);
  const isUndoing = useAtomValue(isUndoingAtom);
  const undo = useSetAtom(undoSaleAtom);
  if (!sale) return null;
  const takeBack = async ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) => {
    await undo();
    // The button disappears, and the focus with it.
    const name = form?.elements.namedItem('name');
    if (name instanceof HTMLElement) name.focus();
  };
  return (
    <div className={styles.recorded}>
      <span className={styles.what}>
        {others ? (
          `${sale.sale_name} is recorded for ${fullName(others)}`
        ) : (
          <>
            <Link to={pathTo(paths.sale, sale.id)}>{sale.sale_name}</Link> {outcomeOf(sale)}
          </>
        )}
      </span>
      <span className={styles.undo}>
        <Button
          variant="quiet"
          busy={isUndoing}
          busyLabel="Undoing…"
          onClick={(event) => void takeBack(event)}
        >
          <Icon of={Undo2} size={16} /> Undo
        </Button>
      </span>
    </div>
  );
}

function outcomeOf({ status, commission }: Sale): string {
  return status === 'Closed' ? `earned you ${formatMoney(commission)}` : `is recorded as ${status}`;
}
