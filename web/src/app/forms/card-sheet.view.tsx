import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import type { ConfirmCard } from '../../ui/card-form/card.ts';
import { CardForm } from '../../ui/card-form/card-form.tsx';
import { CardFormLoading } from '../../ui/card-form/card-form-loading.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import { noTickets } from '../../ui/tickets.ts';
import { drawnThemeAtom } from '../shell/appearance.atoms.ts';
import { useEscapeKey } from '../shell/escape.hooks.ts';
import type { CardCheckout } from './card-checkout.atoms.ts';
import styles from './card-sheet.module.css';

type CardSheetProps = {
  checkout: CardCheckout;
  /** What the button says. */
  action: string;
  onDone: () => void;
  /** Below the message: the way out of it. */
  remedy?: ReactNode;
};

/** Messages and card form of a screen that takes a card. */
export function CardSheet({ checkout, action, onDone, remedy }: CardSheetProps) {
  const card = useAtomValue(checkout.cardAtom);
  const hasFailed = useAtomValue(checkout.errorAtom) !== null;
  const [tickets, setTickets] = useAtom(checkout.ticketsAtom);
  const busy = useAtomValue(checkout.busyAtom);
  const done = useAtomValue(checkout.doneAtom);
  const open = useSetAtom(checkout.openAtom);
  const pay = useSetAtom(checkout.payAtom);
  const dark = useAtomValue(drawnThemeAtom) === 'dark';
  const banner = useRef<HTMLDivElement>(null);
  useEffect(() => void open(), [open]);
  useEscapeKey(() => setTickets(noTickets));

  const payWith = async (confirm: ConfirmCard) => {
    const isDone = await pay(confirm);
    banner.current?.scrollIntoView({ block: 'nearest' });
    if (isDone) onDone();
  };
  return (
    <div>
      <div ref={banner} className={styles.banner}>
        <MessageBox tickets={tickets} onClose={() => setTickets(noTickets)}>
          {remedy}
        </MessageBox>
      </div>
      {card ? (
        <CardForm
          card={card}
          dark={dark}
          action={action}
          busy={busy}
          done={done}
          onPay={(confirm) => void payWith(confirm)}
        />
      ) : hasFailed ? (
        <Button look="plain" onClick={() => void open()}>
          Try again
        </Button>
      ) : (
        <CardFormLoading />
      )}
    </div>
  );
}
