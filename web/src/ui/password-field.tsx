import { Check, Circle } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { type PasswordPart, passwordParts } from '#contracts/password.ts';
import { Checkbox } from './checkbox.tsx';
import { TextField } from './field.tsx';
import { Icon } from './icon.tsx';
import styles from './password-field.module.css';

type TextProps = Omit<ComponentProps<typeof TextField>, 'type'>;

/** For forms of several passwords that one 'Show password' uncovers. */
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

const WORDS: Readonly<Record<PasswordPart, string>> = {
  length: '8 or more characters',
  capital: 'a capital letter',
  small: 'a small letter',
  digit: 'a digit',
  symbol: 'a symbol, such as @ ! #',
};

/** What a password needs, ticked off while it is typed: the hint of its field. */
export function PasswordNeeds({ password, parts }: { password: string; parts: readonly PasswordPart[] }) {
  return (
    <ul className={styles.needs}>
      {parts.map((part) => {
        const isThere = passwordParts[part](password);
        return (
          <li key={part} data-there={isThere}>
            <Icon of={isThere ? Check : Circle} size={14} />
            {WORDS[part]}
            <span className="visually-hidden">{isThere ? ', done' : ', missing'}</span>
          </li>
        );
      })}
    </ul>
  );
}
