import { useAtomValue } from 'jotai';
import { isPastAtom } from '../../api/as-of.atoms.ts';
import { hasAnsweredAtom } from '../../live/live.atoms.ts';
import { formatMoney } from '../../ui/format.ts';
import { Money } from '../../ui/number-roll.tsx';
import { Tally } from '../../ui/tally.tsx';
import { employeeAtom } from '../session/session.atoms.ts';
import { OpenableNumber } from './openable-number.view.tsx';
import { hasOpenedNumberAtom } from './opened-number.atoms.ts';
import styles from './own-commission.module.css';
import { commissionAtom, commissionFallbackAtom, salesTodayAtom } from './own-figures.atoms.ts';

/** The own earnings: today in the largest type of the screen, with a tally stroke for each closed sale. */
export function OwnCommission() {
  const commission = useAtomValue(commissionAtom);
  const { id } = useAtomValue(employeeAtom);
  const sales = useAtomValue(salesTodayAtom);
  const isPast = useAtomValue(isPastAtom);
  const numbersKnown = useAtomValue(hasOpenedNumberAtom);
  const hasAnswered = useAtomValue(hasAnsweredAtom);
  return (
    <section className={styles.own}>
      <h2>My Commission</h2>
      <Fallback key={String(hasAnswered)} />
      <div className={styles.figures}>
        <p className={styles.today}>
          <strong data-testid="commission-today">
            {commission ? (
              <OpenableNumber
                question={{ of: 'commission of the day', id, date: 'today' }}
                text={formatMoney(commission.today)}
              >
                <Money dollars={commission.today} />
              </OpenableNumber>
            ) : (
              '–'
            )}
          </strong>
          <span className={styles.unit}>{isPast ? 'that day' : 'today'}</span>
        </p>
        <p className={styles.total}>
          <span data-testid="commission-total">
            {commission ? (
              <OpenableNumber question={{ of: 'commission', id }} text={formatMoney(commission.total)}>
                <Money dollars={commission.total} />
              </OpenableNumber>
            ) : (
              '–'
            )}
          </span>
          <span className={styles.unit}>all time</span>
        </p>
      </div>
      {/* Takes its space before it is loaded, so that nothing moves afterwards. */}
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

/** Begins anew once a page without a network has reached the server. */
function Fallback() {
  useAtomValue(commissionFallbackAtom);
  return null;
}

function salesText(sales: number, day: string): string {
  if (sales === 0) return `No closed sale yet ${day}`;
  return sales === 1 ? `1 closed sale ${day}` : `${sales} closed sales ${day}`;
}
