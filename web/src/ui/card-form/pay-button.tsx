import { Button } from '../button.tsx';
import type { CardFormProps } from './card.ts';

/** The submit button of both card forms. While busy it keeps its place and takes no second press. */
export function PayButton({ action, busy, done }: Pick<CardFormProps, 'action' | 'busy' | 'done'>) {
  return (
    <Button type="submit" wide busy={busy || done} busyLabel={done ? action : 'Processing...'}>
      {action}
    </Button>
  );
}
