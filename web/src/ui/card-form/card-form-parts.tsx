import { Button } from '../button.tsx';
import { Loading } from '../mark.tsx';
import type { CardFormProps } from './card.ts';
import styles from './card-form.module.css';

/** The submit button of both card forms. While busy it keeps its place and takes no second press. */
export function PayButton({ action, busy, done }: Pick<CardFormProps, 'action' | 'busy' | 'done'>) {
  return (
    <Button type="submit" wide busy={busy || done} busyLabel={done ? action : 'Processing...'}>
      {action}
    </Button>
  );
}

/** As high as a card form, so that nothing moves when the form appears. */
export function CardFormLoading() {
  return (
    <div className={styles.loading}>
      <Loading label="Loading the card form" />
    </div>
  );
}
