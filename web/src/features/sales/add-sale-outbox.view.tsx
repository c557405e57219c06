import { useAtomValue, useSetAtom } from 'jotai';
import { Clock, Pencil, Trash2 } from 'lucide-react';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router-dom';
import { paths } from '../../kit/paths.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { formatDateTime, formatMoney } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../../ui/panel.tsx';
import { discardSaleAtom, mendSaleAtom, newSaleForm } from './add-sale.atoms.ts';
import { mendedSaleAtom } from './add-sale-memory.atoms.ts';
import { beingSentAtom, sendWaitingAtom, waitingSalesAtom } from './add-sale-outbox.atoms.ts';
import styles from './add-sale-outbox.module.css';
import { mayHaveArrived, type WaitingSale } from './add-sale-outbox.ts';

/** The sales that wait on this device for a network, or to be mended; nothing without any. */
export function Outbox() {
  const waiting = useAtomValue(waitingSalesAtom);
  const send = useSetAtom(sendWaitingAtom);
  const [question, ask] = useState<Question | null>(null);
  const panel = useRef<HTMLDivElement>(null);
  useKeptFocus(panel, waiting);
  if (waiting.length === 0) return null;
  return (
    <div ref={panel}>
      <Panel
        title="Waiting on this device"
        isTarget
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
              <Waiting sale={sale} ask={ask} />
            </li>
          ))}
        </ol>
        <Asked question={question} onClose={() => ask(null)} />
      </Panel>
    </div>
  );
}

/** What is asked before a sale, or text in the form, is lost. */
type Question = { readonly of: 'discard' | 'mend'; readonly sale: WaitingSale };

/** The name, price and moment of a sale. */
function factsOf({ draft, body, madeAt }: WaitingSale): string {
  const price = Number(body.price) > 0 ? `, ${formatMoney(Number(body.price))}` : '';
  return `${draft.name.trim()}${price}, made ${formatDateTime(madeAt)}`;
}

function Waiting({ sale, ask }: { sale: WaitingSale; ask: (question: Question) => void }) {
  const mend = useMending();
  const beingSent = useAtomValue(beingSentAtom);
  const isBeingSent = beingSent === sale.key;
  // To discard such a sale, it is sent once more, after the one that is being sent.
  const hasTurn = !isBeingSent && (beingSent === null || !mayHaveArrived(sale));
  const isMended = useAtomValue(mendedSaleAtom)?.key === sale.key;
  const isTyping = useAtomValue(newSaleForm.changedAtom);
  const { draft, forecast, madeAt, refusal } = sale;
  return (
    <>
      <strong className={styles.name}>{draft.name.trim()}</strong>
      <span>
        {draft.status}, made {formatDateTime(madeAt)}
        {forecast !== null && `, about ${formatMoney(forecast)}`}
        {isBeingSent && ', being sent'}
        {isMended && ', being edited'}
      </span>
      {refusal !== null && (
        <span className={styles.refusal} role="alert">
          Not recorded: {refusal}
        </span>
      )}
      <span className={styles.actions}>
        <Button
          variant="plain"
          aria-label={`Edit ${factsOf(sale)}`}
          busy={isBeingSent}
          onClick={() => (isTyping ? ask({ of: 'mend', sale }) : mend(sale))}
        >
          <Icon of={Pencil} size={16} /> Edit
        </Button>
        <Button
          variant="plain"
          aria-label={`Discard ${factsOf(sale)}`}
          busy={!hasTurn}
          onClick={() => ask({ of: 'discard', sale })}
        >
          <Icon of={Trash2} size={16} /> Discard
        </Button>
      </span>
    </>
  );
}

function Asked({ question, onClose }: { question: Question | null; onClose: () => void }) {
  const discard = useSetAtom(discardSaleAtom);
  const mend = useMending();
  const { name } = useAtomValue(newSaleForm.draftAtom);
  const waiting = useAtomValue(waitingSalesAtom);
  // One that was sent meanwhile is no longer to be decided.
  const sale = waiting.find(({ key }) => key === question?.sale.key);
  const isMending = question?.of === 'mend';
  const loss =
    sale && mayHaveArrived(sale)
      ? 'If it was recorded already, it stays, and you can undo it.'
      : 'It was not recorded, and is lost.';
  return (
    <ConfirmDialog
      open={question !== null && sale !== undefined}
      title={isMending ? 'Replace what you typed?' : 'Discard this sale?'}
      warning={isMending ? 'What is in the form was not recorded, and is lost.' : loss}
      action={isMending ? 'Replace' : 'Discard'}
      busyAction=""
      busy={false}
      onConfirm={() => {
        // The dialog has the focus until it is closed.
        flushSync(onClose);
        if (sale && isMending) mend(sale);
        else if (sale) void discard(sale);
      }}
      onCancel={onClose}
    >
      {isMending ? `In the form: ${name.trim() || 'a sale without a name'}` : sale && factsOf(sale)}
    </ConfirmDialog>
  );
}

/** Takes a sale back into the form, and the focus with it. */
function useMending(): (sale: WaitingSale) => void {
  const mend = useSetAtom(mendSaleAtom);
  return (sale) => {
    mend(sale);
    focusName();
  };
}

function focusName(): void {
  document.querySelector<HTMLElement>('form [name="name"]')?.focus();
}

/** When a sale goes whose button had the focus, the heading takes it, or without sales the form. */
function useKeptFocus(panel: RefObject<HTMLDivElement | null>, waiting: readonly WaitingSale[]): void {
  const hadFocus = useRef<boolean>(false);
  useEffect(() => {
    const follow = () => {
      hadFocus.current = panel.current?.contains(document.activeElement) ?? false;
    };
    document.addEventListener('focusin', follow);
    return () => document.removeEventListener('focusin', follow);
  }, [panel]);
  const shown = useRef(waiting);
  useLayoutEffect(() => {
    if (shown.current === waiting) return;
    shown.current = waiting;
    const { activeElement, body } = document;
    if (!hadFocus.current || (activeElement && activeElement !== body)) return;
    hadFocus.current = false;
    const heading = panel.current?.querySelector('h2');
    if (heading) heading.focus();
    else focusName();
  }, [waiting, panel]);
}

/** In the header of every screen: how many sales wait. */
export function OutboxMark() {
  const { length } = useAtomValue(waitingSalesAtom);
  if (length === 0) return null;
  return (
    <Link
      to={paths.newSale}
      className={styles.mark}
      aria-label={length === 1 ? '1 sale waits' : `${length} sales wait`}
    >
      <Icon of={Clock} size={16} />
      {length} <span className={styles.words}>{length === 1 ? 'sale waits' : 'sales wait'}</span>
    </Link>
  );
}
