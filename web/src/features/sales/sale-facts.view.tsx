import type { Sale } from '#contracts/endpoints/sales.endpoints.ts';
import { commissionFormula } from '../../kit/numbers/commission-preview.ts';
import { Facts } from '../../ui/facts.tsx';
import {
  formatDate,
  formatDecimal,
  formatMoney,
  formatNumber,
  formatPriceText,
  priceNumber,
} from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { TwoColumns } from '../../ui/two-columns.tsx';
import styles from './sale-facts.module.css';

/** All fields of a sale, and the formula of its commission. */
export function SaleFacts({ sale }: { sale: Sale }) {
  const isClosed = sale.status === 'Closed';
  const formula = commissionFormula({
    priceDollars: priceNumber(sale.price),
    taxPercent: sale.tax,
    discountPercent: sale.discount,
    commissionPercent: sale.commission_rate,
  });
  return (
    <TwoColumns sheet>
      <Panel>
        <Facts
          facts={[
            ['Name', sale.sale_name],
            ['Status', <StatusBadge key="status" status={sale.status} />],
            ['Campaign', sale.name || '–'],
            ['Customer Number', sale.customer_number || '–'],
            ['Price', formatPriceText(sale.price)],
            ['Discount (%)', formatNumber(sale.discount)],
            ['Commission ($)', formatDecimal(sale.commission)],
            ['Details', <Details key="details" text={sale.details} />],
            ['Entry Date', formatDate(sale.entry_date)],
          ]}
        />
      </Panel>
      <Panel>
        <section className={styles.earned} aria-labelledby="earned">
          <h2 id="earned">{isClosed ? 'This sale earned' : 'This sale would earn'}</h2>
          <p className={styles.commission} data-closed={isClosed}>
            {formatMoney(sale.commission)}
          </p>
          <p className={styles.formula}>{formula}</p>
          <p className={styles.note}>
            {isClosed ? 'Counted in your commission.' : 'It counts once the status is Closed.'}
          </p>
        </section>
      </Panel>
    </TwoColumns>
  );
}

function Details({ text }: { text: string }) {
  return text ? <span className={styles.details}>{text}</span> : '–';
}
