import { useAtom, useAtomValue } from 'jotai';
import { OFFERED_SALE_STATUSES } from '#contracts/sale-status.ts';
import { commissionFormula } from '../../kit/numbers/commission-preview.ts';
import { TextField } from '../../ui/field.tsx';
import { formatMoney } from '../../ui/format.ts';
import { NumberRoll } from '../../ui/number-roll.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import styles from './commission.module.css';
import { commissionDemoAtom, computedAtom } from './commission-demo.atoms.ts';
import { CAMPAIGNS, type CampaignKey } from './demo-sales.ts';
import { Section } from './section.view.tsx';

export function Commission() {
  return (
    <Section
      title="What did this sale earn me?"
      beside
      lead={
        <>
          <p>
            Sales tracking and commission are one thing here. Record a sale, and its commission is computed
            while you type: to the cent, with the formula in plain sight and the rates of the campaign on that
            day.
          </p>
          <p>
            Reports follow in real time. Only Closed sales count, and the total you see is the total that is
            paid. Try it with your own figures.
          </p>
        </>
      }
    >
      <CommissionDemo />
    </Section>
  );
}

const CAMPAIGN_OPTIONS = (Object.keys(CAMPAIGNS) as CampaignKey[]).map((value) => ({
  value,
  label: CAMPAIGNS[value].name,
}));
const STATUS_OPTIONS = OFFERED_SALE_STATUSES.map((value) => ({
  value,
  label: <StatusBadge status={value} />,
}));

/** The commission of the sale form, to try out; it records nothing. */
function CommissionDemo() {
  const [{ price, discount, campaign, status }, type] = useAtom(commissionDemoAtom);
  const computed = useAtomValue(computedAtom);
  return (
    <div className={styles.demo}>
      <div className={styles.fields}>
        <Segmented
          label="Campaign"
          options={CAMPAIGN_OPTIONS}
          value={campaign}
          onChange={(value) => type({ campaign: value })}
        />
        <div className={styles.pair}>
          <TextField
            label="Price"
            before="$"
            inputMode="decimal"
            autoComplete="off"
            value={price}
            onChange={(event) => type({ price: event.target.value })}
          />
          <TextField
            label="Discount"
            after="%"
            inputMode="decimal"
            autoComplete="off"
            value={discount}
            onChange={(event) => type({ discount: event.target.value })}
          />
        </div>
        <Segmented
          label="Status"
          options={STATUS_OPTIONS}
          value={status}
          onChange={(value) => type({ status: value })}
        />
      </div>
      <div className={styles.result} data-theme="dark" data-counts={status === 'Closed' && computed !== null}>
        <p>Commission</p>
        <output className={styles.figure} aria-label="Commission">
          <NumberRoll text={computed ? formatMoney(computed.commissionDollars) : '–'} />
        </output>
        <p className={styles.formula}>
          {computed ? commissionFormula(computed) : 'Enter a price and a discount up to 100%'}
        </p>
        <p className={styles.note}>
          {status === 'Closed'
            ? 'Closed: it counts from this second.'
            : `${status}: it counts once it is Closed.`}
        </p>
      </div>
    </div>
  );
}
