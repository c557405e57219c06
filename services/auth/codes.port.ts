import type { Result } from '#contracts/result.ts';
import type { TooManyRequests } from '#platform/limits/limits.port.ts';
import type { Client, CodeFlow } from './code-rules.ts';

export type Recipient = { readonly name: string; readonly companyId: string | null };

/** The content of the mail with the code. */
export type CodeMail = {
  readonly flow: CodeFlow;
  readonly to: { readonly name: string; readonly address: string };
  readonly code: string;
  /** For the id of the mail; it does not reveal the `otpId`. */
  readonly causedBy: string;
  readonly companyId: string | null;
  /** UTC ISO-8601. */
  readonly validUntil: string;
};

export type CodeOrder = {
  readonly flow: CodeFlow;
  readonly email: string;
  readonly client: Client;
  /** Called after the request was counted; null: no code for this email (`noSuchEmail`). */
  readonly recipient: () => Promise<Recipient | null>;
};

/** The id of the code. */
export type Issued = Result<string, 'noSuchEmail'> | TooManyRequests;

/** The email, in lower case. */
export type Verified = Result<string, 'wrongPasscode'> | TooManyRequests;
