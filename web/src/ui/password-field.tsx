import { type ComponentProps, useState } from 'react';
import { Checkbox } from './checkbox.tsx';
import { TextField } from './field.tsx';
import styles from './password-field.module.css';

type TextProps = Omit<ComponentProps<typeof TextField>, 'type'>;

/** For forms where one 'Show password' shows several passwords. */
export function PasswordText({ shown, ...field }: TextProps & { shown: boolean }) {
  return <TextField {...field} type={shown ? 'text' : 'password'} autoCapitalize="off" spellCheck={false} />;
}

export function ShowPassword({ shown, onShow }: { shown: boolean; onShow: (shown: boolean) => void }) {
  return (
    <Checkbox label="Show password" checked={shown} onChange={(event) => onShow(event.target.checked)} />
  );
}

/** One password with its own 'Show password'. */
export function PasswordField(field: TextProps) {
  const [shown, show] = useState(false);
  return (
    <div className={styles.field}>
      <PasswordText {...field} shown={shown} />
      <ShowPassword shown={shown} onShow={show} />
    </div>
  );
}
