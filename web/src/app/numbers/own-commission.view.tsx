import { useAtomValue } from 'jotai';
import { isPastAtom } from '../../api/as-of.atoms.ts';
import { formatMoney } from '../../ui/format.ts';
import { Money } from '../../ui/money.tsx';
import { Tally } from '../../ui/tally.tsx';
import { employeeAtom } from '../session/session.atoms.ts';
import { numbersKnownAtom } from './opened-number.atoms.ts';
import { Opens } from './opens.view.tsx';
import { commissionAtom, commissionFallbackAtom, salesTodayAtom } from './own-commission.atoms.ts';
import styles from './own-commission.module.css';

/** What the person earned: today in the largest type of the screen, each closed sale a stroke. */
export function OwnCommission() {
  const commission = useAtomValue(commissionAtom);
  const { id } = useAtomValue(employeeAtom);
  const sales = useAtomValue(salesTodayAtom);
  const isPast = useAtomValue(isPastAtom);
  const numbersKnown = useAtomValue(numbersKnownAtom);
  useAtomValue(commissionFallbackAtom);
  return (
    <section className={styles.own}>
      <h2>My Commission</h2>
      <div className={styles.figures}>
        <p className={styles.today}>
          <strong data-testid="commission-today">
            {commission ? (
              <Opens
                question={{ of: 'commission of the day', id, date: 'today' }}
                text={formatMoney(commission.today)}
              >
                <Money dollars={commission.today} />
              </Opens>
            ) : (
              '–'
            )}
          </strong>
          <span className={styles.unit}>{isPast ? 'that day' : 'today'}</span>
        </p>
        <p className={styles.total}>
          <span data-testid="commission-total">
            {commission ? (
              <Opens question={{ of: 'commission', id }} text={formatMoney(commission.total)}>
                <Money dollars={commission.total} />
              </Opens>
            ) : (
              '–'
            )}
          </span>
          <span className={styles.unit}>all time</span>
        </p>
      </div>
      {/* Has its place before it is known, so that nothing moves when it is. */}
      <p className={styles.sales}>
        {sales !== undefined && (
          <>
            {sales > 0 && <Tally count={sales} label={`${sales} tally strokes`} />}
            <span className={styles.unit}>{salesText(sales, isPast ? 'that day' : 'today')}</span>
          </>
        )}
      </p>
      {commission && !numbersKnown && (
        <p className={styles.hint}>Press a number with dots below it to see how it came to be.</p>
      )}
    </section>
  );
}

function salesText(sales: number, day: string): string {
  if (sales === 0) return `No closed sale yet ${day}`;
  return sales === 1 ? `1 closed sale ${day}` : `${sales} closed sales ${day}`;
}
