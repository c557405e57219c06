import { useAtomValue, useSetAtom } from 'jotai';
import { Check } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { PendingSale } from '#contracts/endpoints/pay.endpoints.ts';
import { paths, pathTo } from '../../kit/paths.ts';
import { NowOnly } from '../../kit/time-travel/now-only.view.tsx';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/column.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { formatMoney } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../../ui/panel.tsx';
import styles from './pay.module.css';
import type { Confirmation } from './verification.atoms.ts';

type PendingSalesProps = {
  readonly pending: readonly PendingSale[];
  /** Of a manager, who may confirm. */
  readonly confirmation?: Confirmation | undefined;
};

/** Closed sales that are not payable yet, and whose turn it is; nothing when there are none. */
export function PendingSales({ pending, confirmation }: PendingSalesProps) {
  const columns = useMemo(
    () => (confirmation ? [...COLUMNS, confirmColumn(confirmation)] : COLUMNS),
    [confirmation],
  );
  if (pending.length === 0) return null;
  return (
    <Panel flush title="Waiting for a manager">
      <p className={styles.waiting}>
        {confirmation
          ? 'These sales are paid once you or another manager confirmed them.'
          : 'These sales are paid once a manager confirmed them.'}
      </p>
      <DataTable
        caption="Waiting for a manager"
        columns={columns}
        rows={pending}
        keyOf={({ id }) => id}
        glowOn={({ amount }) => amount}
        empty={null}
      />
    </Panel>
  );
}

const COLUMNS: readonly Column<PendingSale>[] = [
  {
    label: 'Name',
    show: ({ id, name }) => <Link to={pathTo(paths.sale, id)}>{name || 'A sale'}</Link>,
    sortBy: ({ name }) => name,
    card: 'heading',
  },
  {
    label: 'Campaign',
    show: ({ campaign }) => campaign || '–',
    sortBy: ({ campaign }) => campaign,
  },
  {
    label: 'Amount',
    show: ({ amount }) => formatMoney(amount),
    sortBy: ({ amount }) => amount,
    numeric: true,
    card: 'main',
  },
];

const confirmColumn = (confirmation: Confirmation): Column<PendingSale> => ({
  label: 'Actions',
  show: (sale) => (
    <NowOnly>
      <ConfirmOne sale={sale} confirmation={confirmation} />
    </NowOnly>
  ),
  card: 'actions',
});

function ConfirmOne({
  sale,
  confirmation: { busyAtom, confirmAtom },
}: {
  sale: PendingSale;
  confirmation: Confirmation;
}) {
  const busy = useAtomValue(busyAtom);
  const confirm = useSetAtom(confirmAtom);
  return (
    <Button
      variant="quiet"
      aria-label={`Confirm ${sale.name}`}
      disabled={busy}
      onClick={() => void confirm(sale)}
    >
      <Icon of={Check} size={16} /> Confirm
    </Button>
  );
}
