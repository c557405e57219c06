import { Check, Circle } from 'lucide-react';
import { type PasswordPart, passwordParts } from '#contracts/password.ts';
import { Icon } from './icon.tsx';
import styles from './password-rules.module.css';

const WORDS: Readonly<Record<PasswordPart, string>> = {
  length: '8 or more characters',
  capital: 'a capital letter',
  small: 'a small letter',
  digit: 'a digit',
  symbol: 'a symbol, such as @ ! #',
};

type PasswordNeedsProps = { password: string; parts: readonly PasswordPart[]; id?: string };

/** The rules of a password, ticked off while a person types. */
export function PasswordRules({ password, parts, id }: PasswordNeedsProps) {
  return (
    <ul id={id} className={styles.needs}>
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
