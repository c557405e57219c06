import { Button } from '../button.tsx';
import type { CardFormProps } from './card.ts';

/** The button of both faces. It keeps its place while busy, and takes no second press. */
export function PayButton({ action, busy, done }: Pick<CardFormProps, 'action' | 'busy' | 'done'>) {
  return (
    <Button type="submit" wide busy={busy || done} busyLabel={done ? action : 'Processing...'}>
      {action}
    </Button>
  );
}
