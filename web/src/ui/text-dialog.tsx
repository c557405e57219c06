import { useId, useState } from 'react';
import { messages } from '#contracts/messages.ts';
import { TEXT_MAX } from '#contracts/text.ts';
import { Button } from './button.tsx';
import styles from './confirm-dialog.module.css';
import { TextField } from './field.tsx';
import { Modal } from './modal.tsx';

type TextDialogProps = {
  title: string;
  label: string;
  /** The text of the button that submits. */
  action: string;
  /** Null: closed. */
  value: string | null;
  onChange: (value: string) => void;
  onSubmit: (value: string) => void;
  onCancel: () => void;
  /** While true the dialog stays open. */
  busy: boolean;
};

/** Asks for one line of text, which cannot be blank. Esc cancels. */
export function TextDialog({
  title,
  label,
  action,
  value,
  onChange,
  onSubmit,
  onCancel,
  busy,
}: TextDialogProps) {
  const titleId = useId();
  const [isRefused, setIsRefused] = useState(false);
  const isBlank = (value ?? '').trim() === '';
  return (
    <Modal open={value !== null} closable={!busy} onClose={onCancel} aria-labelledby={titleId}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setIsRefused(isBlank);
          if (!isBlank) onSubmit(value ?? '');
        }}
      >
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        <TextField
          label={label}
          value={value ?? ''}
          maxLength={TEXT_MAX}
          onChange={(event) => onChange(event.target.value)}
          error={isRefused && isBlank && messages.incompleteFields}
          required
          autoFocus
        />
        <div className={styles.actions}>
          <Button variant="plain" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" busy={busy}>
            {action}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
