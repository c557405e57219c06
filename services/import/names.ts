import { normalizeName } from '#contracts/text.ts';

/** The form in which product names are compared: `GTXPro` and `GTX Pro` are the same. */
export function productKey(name: string): string {
  return normalizeName(name).replaceAll(' ', '');
}

/** The last word is the last name; a single word is both names, since neither may be empty. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const words = name.trim().split(/\s+/);
  const lastName = words.at(-1) ?? '';
  return { firstName: words.slice(0, -1).join(' ') || lastName, lastName };
}

/** The part before the @: `Zoë van Dyk` → `zoe.van.dyk`; `fallback` when no character of the name is allowed. */
export function mailboxName(name: string, fallback: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return (
    plain
      .replace(/[^a-z0-9-]+/g, '.')
      .replace(/^[.-]+|[.-]+$/g, '')
      .slice(0, 60) || fallback
  );
}

/** Names for a start, from the email: `jane.doe@acme-corp.com` → Jane Doe of Acme Corp. They can be edited later. */
export function guessFromEmail(email: string): { firstName: string; lastName: string; company: string } {
  const [mailbox = '', domain = ''] = email.split('@');
  const words = (text: string) =>
    text
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean)
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const [firstName = 'Company', ...others] = words(mailbox);
  const company = words(domain.split('.').at(-2) ?? domain).join(' ') || 'My company';
  return { firstName, lastName: others.join(' ') || 'Administrator', company };
}
