import { Check, Circle } from 'lucide-react';
import { type PasswordPart, passwordParts } from '#contracts/password.ts';
import { Icon } from './icon.tsx';
import styles from './password-needs.module.css';

const WORDS: Readonly<Record<PasswordPart, string>> = {
  length: '8 or more characters',
  capital: 'a capital letter',
  small: 'a small letter',
  digit: 'a digit',
  symbol: 'a symbol, such as @ ! #',
};

type PasswordNeedsProps = { password: string; parts: readonly PasswordPart[]; id?: string };

/** What a password needs, ticked off while it is typed: the hint of its field, or described by way of its id. */
export function PasswordNeeds({ password, parts, id }: PasswordNeedsProps) {
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
