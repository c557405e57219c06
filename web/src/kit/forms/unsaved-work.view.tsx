import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import type { Form } from './form.atoms.ts';
import { useUnsavedWork } from './unsaved-work.hooks.ts';

/** Beside a form whose draft ends with its screen: leaving it with unsaved work asks first. */
export function UnsavedWork<Draft>({ form }: { form: Pick<Form<Draft>, 'changedAtom' | 'discardAtom'> }) {
  const { isOpen, stay, leave } = useUnsavedWork(form);
  return (
    <ConfirmDialog
      open={isOpen}
      title="Leave without saving?"
      warning="What you changed on this screen is not saved."
      action="Leave without saving"
      cancel="Stay here"
      busyAction=""
      busy={false}
      onConfirm={leave}
      onCancel={stay}
    />
  );
}
