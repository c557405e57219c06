import type { Result } from '#contracts/result.ts';
import type { TooManyRequests } from '#platform/limits/limits.port.ts';

/** The purpose of a code. A code proves access to a mailbox for one purpose only. */
export type CodeFlow = 'registration' | 'password reset' | 'email change';

/** The client that asks for a code or tries one. Its requests are counted by these fields. */
export type Client = {
  /** The address of the client; behind a proxy it depends on TRUST_PROXY. */
  readonly address: string;
  /** The token of the browser's device cookie (see known-clients.ts); null when it has none. */
  readonly device: string | null;
};

export type Recipient = {
  readonly companyId: string | null;
  /** The name of the company, for an account whose email is not proven: another company may have it, too. */
  readonly company?: string;
};

/** The content of the mail with the code. */
export type CodeMail = {
  readonly flow: CodeFlow;
  readonly to: { readonly name: string; readonly address: string };
  readonly code: string;
  /** As the recipient has it. */
  readonly company?: string | undefined;
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
