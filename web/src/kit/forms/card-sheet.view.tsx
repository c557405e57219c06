import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useEffect, useRef } from 'react';
import { noAlert } from '../../ui/alert.ts';
import { Button } from '../../ui/button.tsx';
import type { ConfirmCard } from '../../ui/card-form/card.ts';
import { CardForm } from '../../ui/card-form/card-form.tsx';
import { CardFormLoading } from '../../ui/card-form/card-form-parts.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import { useEscapeKey } from '../escape.hooks.ts';
import { drawnThemeAtom } from '../theme.atoms.ts';
import type { CardCheckout } from './card-checkout.atoms.ts';
import styles from './card-sheet.module.css';

type CardSheetProps = {
  checkout: CardCheckout;
  /** The text of the button. */
  action: string;
  onDone: () => void;
  /** Below the message: how to solve the problem. */
  remedy?: ReactNode;
};

/** The messages and the card form of a screen that saves a card. */
export function CardSheet({ checkout, action, onDone, remedy }: CardSheetProps) {
  const card = useAtomValue(checkout.cardAtom);
  const hasFailed = useAtomValue(checkout.errorAtom) !== null;
  const [alert, setAlert] = useAtom(checkout.alertAtom);
  const busy = useAtomValue(checkout.busyAtom);
  const done = useAtomValue(checkout.doneAtom);
  const open = useSetAtom(checkout.openAtom);
  const pay = useSetAtom(checkout.payAtom);
  const dark = useAtomValue(drawnThemeAtom) === 'dark';
  const banner = useRef<HTMLDivElement>(null);
  useEffect(() => void open(), [open]);
  useEscapeKey(() => setAlert(noAlert));

  const payWith = async (confirm: ConfirmCard) => {
    const isDone = await pay(confirm);
    banner.current?.scrollIntoView({ block: 'nearest' });
    if (isDone) onDone();
  };
  return (
    <div>
      <div ref={banner} className={styles.banner}>
        <MessageBox alert={alert} onClose={() => setAlert(noAlert)}>
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
        <Button variant="plain" onClick={() => void open()}>
          Try again
        </Button>
      ) : (
        <CardFormLoading />
      )}
    </div>
  );
}
