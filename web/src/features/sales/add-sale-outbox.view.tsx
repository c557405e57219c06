import { useAtomValue, useSetAtom } from 'jotai';
import { Link } from 'react-router-dom';
import { paths } from '../../kit/paths.ts';
import { Button } from '../../ui/button.tsx';
import { formatDateTime, formatMoney } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { mendSaleAtom, newSaleForm } from './add-sale.atoms.ts';
import { removeWaitingAtom, sendWaitingAtom, waitingSalesAtom } from './add-sale-outbox.atoms.ts';
import styles from './add-sale-outbox.module.css';
import type { WaitingSale } from './add-sale-outbox.ts';

/** The sales that wait on this device for a network, or to be mended; nothing without any. */
export function Outbox() {
  const waiting = useAtomValue(waitingSalesAtom);
  const send = useSetAtom(sendWaitingAtom);
  if (waiting.length === 0) return null;
  return (
    <Panel
      title="Waiting on this device"
      note={
        <Button variant="quiet" onClick={() => void send()}>
          Send now
        </Button>
      }
    >
      <p className={styles.note}>
        They are sent by themselves when the network is back, in this order. Commissions are forecasts.
      </p>
      <ol className={styles.list}>
        {waiting.map((sale) => (
          <li key={sale.key}>
            <Waiting sale={sale} />
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function Waiting({ sale }: { sale: WaitingSale }) {
  const remove = useSetAtom(removeWaitingAtom);
  const mend = useSetAtom(mendSaleAtom);
  const isTyping = useAtomValue(newSaleForm.changedAtom);
  const { draft, forecast, madeAt, refusal } = sale;
  const name = draft.name.trim();
  return (
    <>
      <strong className={styles.name}>{name}</strong>
      <span>
        {draft.status}, made {formatDateTime(madeAt)}
        {forecast !== null && `, about ${formatMoney(forecast)}`}
      </span>
      {refusal !== null && (
        <span className={styles.refusal} role="alert">
          Not recorded: {refusal}
        </span>
      )}
      <span className={styles.actions}>
        {!isTyping && (
          <Button variant="quiet" aria-label={`Edit ${name}`} onClick={() => mend(sale)}>
            Edit
          </Button>
        )}
        <Button variant="quiet" aria-label={`Discard ${name}`} onClick={() => remove(sale.key)}>
          Discard
        </Button>
      </span>
    </>
  );
}

/** In the header of every screen: how many sales wait. */
export function OutboxMark() {
  const { length } = useAtomValue(waitingSalesAtom);
  if (length === 0) return null;
  return (
    <Link to={paths.newSale} className={styles.mark}>
      {length === 1 ? '1 sale waits' : `${length} sales wait`}
    </Link>
  );
}
