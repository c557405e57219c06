import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { ConnectionMark } from '../../kit/live/connection-mark.view.tsx';
import { isBillboardStaleAtom } from '../../kit/numbers/billboard.atoms.ts';
import { formatDecimal, formatMoney, formatPriceText } from '../../ui/format.ts';
import { fullName } from '../../ui/full-name.ts';
import { Mark } from '../../ui/mark.tsx';
import { Tally } from '../../ui/tally.tsx';
import {
  beginNextCelebrationAtom,
  type Celebration,
  celebrationAtom,
  soldDetailsAtom,
} from './celebration.atoms.ts';
import { wallRowsAtom, wallTotalsAtom } from './wall.atoms.ts';
import styles from './wall-band.module.css';

/** The number of strokes that fit beside a name. */
const MOST_STROKES = 25;

/** The band below the numbers: a closed sale for four seconds, otherwise the state of the board. */
export function WallBand() {
  const celebration = useAtomValue(celebrationAtom);
  return (
    <div className={styles.place}>
      {!celebration && <AtRest />}
      <div role="status">{celebration && <Celebrated celebration={celebration} />}</div>
    </div>
  );
}

function Celebrated({ celebration }: { celebration: Celebration }) {
  const details = useAtomValue(soldDetailsAtom);
  const begin = useSetAtom(beginNextCelebrationAtom);
  useEffect(() => {
    begin(celebration);
  }, [celebration, begin]);
  const { sales, commission } = celebration;
  const who = celebration.kind === 'person' ? fullName(celebration) : null;
  const strokes = celebration.kind === 'person' ? celebration.today : sales;
  return (
    <div className={styles.band} data-testid="celebration" key={`${who} ${sales} ${commission}`}>
      {strokes <= MOST_STROKES && (
        <span className={styles.strokes}>
          <Tally count={strokes} label={`${strokes} tally strokes`} />
        </span>
      )}
      <p className={styles.words}>
        <strong>{who ?? `${formatDecimal(sales, 0)} more sales closed`}</strong>
        {who && <span> {sales === 1 ? 'closed a sale' : `closed ${formatDecimal(sales, 0)} sales`}</span>}
        {details && (
          <span>
            , {details.campaignName}, {formatPriceText(details.price)}
          </span>
        )}
      </p>
      <strong className={styles.amount}>+{formatMoney(commission)}</strong>
    </div>
  );
}

function AtRest() {
  const { people } = useAtomValue(wallTotalsAtom) ?? { people: 0 };
  const shown = useAtomValue(wallRowsAtom)?.length ?? 0;
  const isBehind = useAtomValue(isBillboardStaleAtom);
  return (
    <div className={styles.rest}>
      <Mark size={40} />
      <p className={styles.title}>Daily Billboard</p>
      {people > shown && (
        <p>
          the best {shown} of {formatDecimal(people, 0)}
        </p>
      )}
      {isBehind && (
        <p className={styles.behind}>
          <ConnectionMark />
        </p>
      )}
    </div>
  );
}
