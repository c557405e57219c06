import { type Atom, useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { OpenableNumber } from '../../kit/numbers/openable-number.view.tsx';
import type { Sum } from '../../kit/numbers/opened-number.atoms.ts';
import { Money } from '../../ui/money.tsx';
import { reportTotalsAtom } from './report.atoms.ts';
import {
  aboutSumsAtom,
  commissionSumAtom,
  hoursSumAtom,
  meanRateAtom,
  shiftsText,
} from './report-sums.atoms.ts';
import styles from './report-totals.module.css';

/** The totals of the shifts below. */
export function ReportTotals() {
  const { commission, shifts } = useAtomValue(reportTotalsAtom);
  return (
    <dl className={styles.totals}>
      <div>
        <dt>Commission</dt>
        <dd data-testid="report-commission">
          <Total of={commissionSumAtom}>
            <Money dollars={commission} />
          </Total>
        </dd>
      </div>
      <div>
        <dt>{shiftsText(shifts)}</dt>
        <dd>
          <Total of={hoursSumAtom} />
        </dd>
      </div>
      <div>
        <dt>Average sales/hr</dt>
        <dd>
          <Total of={meanRateAtom} />
        </dd>
      </div>
    </dl>
  );
}

/** Opens the shifts that have the figure; each of them opens its day. */
function Total({ of, children }: { of: Atom<Sum>; children?: ReactNode }) {
  const { text } = useAtomValue(of);
  const about = useAtomValue(aboutSumsAtom);
  return (
    <OpenableNumber question={{ of: 'sum', about, sumAtom: of }} text={text}>
      {children ?? text}
    </OpenableNumber>
  );
}
