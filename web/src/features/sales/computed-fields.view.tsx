import { useAtomValue } from 'jotai';
import { commissionFormula } from '../../app/numbers/commission-preview.ts';
import { ReadOnlyField } from '../../ui/field.tsx';
import { formatMoney, formatPercent } from '../../ui/format.ts';
import styles from './sale-fields.module.css';
import type { SaleFigures } from './sale-form.atoms.ts';

/** Tax and commission: decided by the campaign, shown while typing. */
export function ComputedFields({ figures }: { figures: SaleFigures }) {
  const rates = useAtomValue(figures.ratesAtom);
  const preview = useAtomValue(figures.previewAtom);
  return (
    <div className={styles.pair} data-computed>
      <ReadOnlyField label="Tax" hint="From the campaign">
        {rates ? formatPercent(rates.tax) : '–'}
      </ReadOnlyField>
      <ReadOnlyField
        label="Commission"
        hint={preview ? commissionFormula(preview) : 'Choose a campaign and enter a price'}
      >
        <strong>{preview ? formatMoney(preview.commissionDollars) : '–'}</strong>
      </ReadOnlyField>
    </div>
  );
}
