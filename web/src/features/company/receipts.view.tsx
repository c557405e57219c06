import { useAtomValue } from 'jotai';
import { useMemo, useState } from 'react';
import { cardText, RECEIPT_TEXTS } from '#contracts/company-kinds.ts';
import type { CompanyReceipt } from '#contracts/endpoints/companies.endpoints.ts';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { QueryState } from '../../kit/queries/query-state.view.tsx';
import { ActionLink } from '../../ui/action-link.tsx';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/column.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Facts } from '../../ui/facts.tsx';
import { formatDate, formatDates, formatMoney } from '../../ui/format.ts';
import { Modal } from '../../ui/modal.tsx';
import { Panel } from '../../ui/panel.tsx';
import { receiptsQuery } from './receipts.atoms.ts';
import styles from './receipts.module.css';

/** What the company paid and got back; each receipt opens as a sheet to print. */
export function Receipts({ company }: { company: string }) {
  useQuery(receiptsQuery, null);
  const receipts = useAtomValue(receiptsQuery.replyAtom)?.requestedData;
  const [opened, open] = useState<CompanyReceipt | null>(null);
  const columns = useMemo(() => columnsThat(open), []);
  return (
    <div className={styles.receipts}>
      <QueryState of={receiptsQuery} loading="Loading the receipts" />
      {receipts && (
        <Panel flush title="Receipts">
          <DataTable
            caption="Receipts"
            columns={columns}
            rows={receipts}
            keyOf={({ id }) => id}
            download="receipts"
            empty={
              <EmptyState title="No receipt yet">
                Each payment and refund leaves one here, and we mail it to you.
              </EmptyState>
            }
          />
        </Panel>
      )}
      {opened && <Sheet receipt={opened} company={company} close={() => open(null)} />}
    </div>
  );
}

const columnsThat = (open: (receipt: CompanyReceipt) => void): readonly Column<CompanyReceipt>[] => [
  { label: 'Date', show: ({ date }) => formatDate(date), sortBy: ({ date }) => date, card: 'heading' },
  {
    label: 'For',
    show: (receipt) => (
      <>
        {RECEIPT_TEXTS[receipt.kind]}
        <span className={styles.period}>{periodOf(receipt)}</span>
      </>
    ),
    csv: (receipt) => [RECEIPT_TEXTS[receipt.kind], periodOf(receipt)].filter(Boolean).join(', '),
  },
  { label: 'Card', show: (receipt) => cardOf(receipt) ?? '–', csv: cardOf },
  {
    label: 'Amount',
    show: ({ amount }) => formatMoney(amount),
    sortBy: ({ amount }) => amount,
    numeric: true,
    card: 'main',
  },
  {
    label: 'Receipt',
    show: (receipt) => (
      <ActionLink className={styles.open} onAct={() => open(receipt)}>
        Open<span className="visually-hidden"> the receipt of {formatDate(receipt.date)}</span>
      </ActionLink>
    ),
    csv: ({ id }) => id,
    card: 'actions',
  },
];

function Sheet({ receipt, company, close }: { receipt: CompanyReceipt; company: string; close: () => void }) {
  const period = periodOf(receipt);
  const isRefund = receipt.kind === 'refund';
  return (
    <Modal open lightDismiss className={styles.sheet} aria-labelledby="receipt" onClose={close}>
      <p className={styles.from}>Tallyboard</p>
      <h2 id="receipt">{isRefund ? 'Refund' : 'Receipt'}</h2>
      <Facts
        facts={[
          ['Company', company],
          [isRefund ? 'Refunded' : 'Paid', formatDate(receipt.date)],
          ['For', RECEIPT_TEXTS[receipt.kind]],
          ...(period ? [['Period', period] as const] : []),
          ['Card', cardOf(receipt) ?? '–'],
          ['Amount', `${formatMoney(receipt.amount)} CAD`],
          ['Number', receipt.id],
        ]}
      />
      <div className={styles.actions}>
        <Button variant="plain" onClick={close}>
          Close
        </Button>
        <Button onClick={() => print()}>Print or save as PDF</Button>
      </div>
    </Modal>
  );
}

function periodOf({ period_from, period_to }: CompanyReceipt): string | null {
  return period_from !== null && period_to !== null ? formatDates(period_from, period_to) : null;
}

function cardOf({ card_brand: cardBrand, card_last4: cardLast4 }: CompanyReceipt): string | null {
  return cardText({ cardBrand, cardLast4 });
}
