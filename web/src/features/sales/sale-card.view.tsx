import { useAtom, useAtomValue } from 'jotai';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import type { Sale } from '#contracts/endpoints/sales.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { DeleteButton } from '../../kit/forms/delete-button.view.tsx';
import { LEAVE_AFTER_MS, useLeaveScreen } from '../../kit/forms/leave-screen.hooks.ts';
import { HistoryLink } from '../../kit/lists/history-link.view.tsx';
import { MissingRow } from '../../kit/lists/missing-row.view.tsx';
import { commissionFormula } from '../../kit/numbers/commission-preview.ts';
import { paths, pathTo } from '../../kit/paths.ts';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { QueryState } from '../../kit/queries/query-state.view.tsx';
import { NowOnly } from '../../kit/time-travel/now-only.view.tsx';
import { noAlert } from '../../ui/alert.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import {
  formatDate,
  formatDecimal,
  formatMoney,
  formatNumber,
  formatPriceText,
  priceNumber,
} from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { TwoColumns } from '../../ui/two-columns.tsx';
import { createSale } from './sale.atoms.ts';
import styles from './sale-card.module.css';
import { Seller, salesListOf, useOtherSeller } from './seller.view.tsx';

export function SaleCardPage() {
  const { id = '' } = useParams();
  return <SaleCard key={id} id={id} />;
}

function SaleCard({ id }: { id: string }) {
  const [{ quickQuery, deletion }] = useState(() => createSale(id));
  const [alert, setAlert] = useAtom(deletion.alertAtom);
  const { leaving, leaveDeleted } = useLeaveScreen();
  // The deletion itself is news, too, and a deleted sale cannot be loaded again.
  const paused = useAtomValue(deletion.busyAtom) || leaving;
  const sale = useQuery(quickQuery, id, { paused })?.requestedData[0];
  const isMissing = useAtomValue(quickQuery.errorAtom) === 'noSuchSale';
  const otherSeller = useOtherSeller(sale);

  // After a deletion its message is shown above the former card.
  if (isMissing && !leaving) {
    return (
      <MissingRow
        title="Sale"
        message={messages.noSuchSale}
        list={paths.mySales}
        listLabel="My Sales"
        history={{ kind: 'sale', id }}
      />
    );
  }
  const gone = () => leaveDeleted(salesListOf(otherSeller), LEAVE_AFTER_MS.saleDelete);
  const actions = sale && !leaving && (
    <>
      <HistoryLink kind="sale" id={id} />
      <NowOnly>
        <LinkButton variant="plain" to={pathTo(paths.editSale, id)}>
          <Icon of={Pencil} size={16} /> Edit
        </LinkButton>
        <DeleteButton deletion={deletion} row={sale} what="The sale" name={sale.sale_name} onDone={gone} />
      </NowOnly>
    </>
  );
  return (
    <>
      <PageHeader
        title={sale?.sale_name ?? 'Sale'}
        note={sale && (otherSeller === null ? 'Sale' : <SaleOf id={otherSeller} />)}
        aside={actions}
      />
      <MessageBox alert={alert} onClose={() => setAlert(noAlert)} />
      {!leaving && <QueryState of={quickQuery} loading="Loading the sale" />}
      {sale && <SaleFacts sale={sale} isOwn={otherSeller === null} />}
    </>
  );
}

function SaleOf({ id }: { id: string }) {
  return (
    <>
      Sale of <Seller id={id} />
    </>
  );
}

/** All fields of a sale, and the formula of its commission. */
function SaleFacts({ sale, isOwn }: { sale: Sale; isOwn: boolean }) {
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
            {isClosed
              ? `Counted in ${isOwn ? 'your' : 'their'} commission.`
              : 'It counts once the status is Closed.'}
          </p>
        </section>
      </Panel>
    </TwoColumns>
  );
}

function Details({ text }: { text: string }) {
  return text ? <span className={styles.details}>{text}</span> : '–';
}
