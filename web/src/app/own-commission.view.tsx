import { useAtomValue } from 'jotai';
import { Money } from '../ui/money.tsx';
import { Tally } from '../ui/tally.tsx';
import { commissionAtom, commissionFallbackAtom, salesTodayAtom } from './own-commission.atoms.ts';
import styles from './own-commission.module.css';

/** What the person earned: today in the largest type of the screen, each closed sale a stroke. */
export function OwnCommission() {
  const commission = useAtomValue(commissionAtom);
  const sales = useAtomValue(salesTodayAtom);
  useAtomValue(commissionFallbackAtom);
  return (
    <section className={styles.own}>
      <h2>My Commission</h2>
      <div className={styles.figures}>
        <p className={styles.today}>
          <strong data-testid="commission-today">
            {commission ? <Money dollars={commission.today} /> : '–'}
          </strong>
          <span className={styles.unit}>today</span>
        </p>
        <p className={styles.total}>
          <span data-testid="commission-total">
            {commission ? <Money dollars={commission.total} /> : '–'}
          </span>
          <span className={styles.unit}>all time</span>
        </p>
      </div>
      {/* Has its place before it is known, so that nothing moves when it is. */}
      <p className={styles.sales}>
        {sales !== undefined && (
          <>
            {sales > 0 && <Tally count={sales} label={`${sales} tally strokes`} />}
            <span className={styles.unit}>{salesText(sales)}</span>
          </>
        )}
      </p>
    </section>
  );
}

function salesText(sales: number): string {
  if (sales === 0) return 'No closed sale yet today';
  return sales === 1 ? '1 closed sale today' : `${sales} closed sales today`;
}
