import type { MailContent } from './mail.port.ts';

export type OutgoingMail = MailContent & {
  /** The id with which it was posted. */
  readonly id: string;
  readonly companyId: string | null;
  /** UTC ISO-8601. */
  readonly postedAt: string;
};

/** The result of a delivery. Only after `uncertain` it is unknown whether the mail arrived. */
export type Delivery =
  | { readonly kind: 'sent' }
  /** It did not arrive and never will. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** It did not arrive; another try may help. `server`: no other mail would arrive now either. */
  | { readonly kind: 'later'; readonly scope: 'mail' | 'server'; readonly reason: string }
  | { readonly kind: 'uncertain'; readonly reason: string }
  /** `begin` returned false, so nothing was sent. */
  | { readonly kind: 'stopped' };

/** Delivers mails. */
export type MailTransport = {
  /** Names the server, for people and logs; without secrets. */
  readonly description: string;
  /**
   * Does all steps that can fail without harm, then awaits `begin` right before the first byte of content, and sends
   * nothing unless it returns true. Never throws.
   */
  deliver(mail: OutgoingMail, begin: () => Promise<boolean>): Promise<Delivery>;
  /** Throws when no mail could be sent now. */
  check(): Promise<void>;
  close(): Promise<void>;
};

/** How long a delivery may take, in milliseconds; a sender that takes longer counts as dead. */
export const PATIENCE = { beforeBegin: 20_000, afterBegin: 60_000 } as const;
