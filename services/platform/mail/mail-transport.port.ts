import type { MailContent } from './mail-content.ts';

export type OutgoingMail = MailContent & {
  /** The id it was posted with. */
  readonly id: string;
  readonly companyId: string | null;
  /** UTC ISO-8601. */
  readonly postedAt: string;
};

/** What became of a mail. Only `uncertain` does not know whether it arrived. */
export type Delivery =
  | { readonly kind: 'sent' }
  /** It did not arrive and never will. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** It did not arrive; another try may help. `server`: nothing else would arrive now either. */
  | { readonly kind: 'later'; readonly scope: 'mail' | 'server'; readonly reason: string }
  | { readonly kind: 'uncertain'; readonly reason: string }
  /** `begin` said no, so nothing was handed over. */
  | { readonly kind: 'stopped' };

/** A way for mail to leave. */
export type MailTransport = {
  /** For people and logs, without secrets. */
  readonly description: string;
  /**
   * Awaits `begin` after all that can fail without harm, right before the first byte that could become a mail;
   * hands nothing over unless it says yes. Never throws.
   */
  deliver(mail: OutgoingMail, begin: () => Promise<boolean>): Promise<Delivery>;
  /** Throws when no mail could leave now. */
  check(): Promise<void>;
  close(): Promise<void>;
};

/** How long a delivery may take, in milliseconds; a sender that takes longer counts as dead. */
export const PATIENCE = { beforeBegin: 20_000, afterBegin: 60_000 } as const;
