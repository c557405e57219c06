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

/** All of it in one line. */
export function wordsOf(parts: readonly PasswordPart[]): string {
  return `Needs ${parts.map((part) => WORDS[part]).join(', ')}`;
}

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
