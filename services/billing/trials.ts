import { hash } from 'node:crypto';
import type { Payer } from './payers.port.ts';

/** The same for the same company of the same person, however it is written; says neither to who reads it. */
export function payerDigest({ companyName, email }: Pick<Payer, 'companyName' | 'email'>): string {
  const said = [companyName, email].map((text) =>
    text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase(),
  );
  return hash('sha256', JSON.stringify(said), 'base64url');
}
