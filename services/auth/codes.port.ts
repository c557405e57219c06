import type { Client, CodeFlow } from './code-rules.ts';

export type Recipient = { readonly name: string; readonly companyId: string | null };

/** What is to be mailed. */
export type CodeMail = {
  readonly flow: CodeFlow;
  readonly to: { readonly name: string; readonly address: string };
  readonly code: string;
  /** For the id of the mail; says nothing of the `otpId`. */
  readonly causedBy: string;
  readonly companyId: string | null;
  /** UTC ISO-8601. */
  readonly validUntil: string;
};

export type CodeOrder = {
  readonly flow: CodeFlow;
  readonly email: string;
  readonly client: Client;
  /** Asked once the request was counted; null: no code for this email (`noSuchEmail`). */
  readonly recipient: () => Promise<Recipient | null>;
};

export type Issued =
  | { readonly ok: true; readonly otpId: string }
  | { readonly ok: false; readonly refusal: 'tooManyRequests'; readonly retryAfterSeconds: number }
  | { readonly ok: false; readonly refusal: 'noSuchEmail' };

export type Verified =
  /** The email in lower case. */
  | { readonly ok: true; readonly email: string }
  | { readonly ok: false; readonly refusal: 'wrongPasscode' }
  | { readonly ok: false; readonly refusal: 'tooManyRequests'; readonly retryAfterSeconds: number };
