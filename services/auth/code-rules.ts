import type { LimitRule } from '#platform/limits/limits.port.ts';

/** What a code proves: that somebody reads the mail of an address, for this purpose and no other. */
export type CodeFlow = 'registration' | 'password reset';

/** Who asks for a code or tries one; what his requests are counted by. */
export type Client = {
  /** As far as TRUST_PROXY lets us know it. */
  readonly address: string;
  /** The token of the browser's device cookie (see known-devices.ts); null when it has none. */
  readonly device: string | null;
};

const HOUR = 3600;
const DAY = 24 * HOUR;

/** How often; the reasons are in ADR 0021. */
export const codeRules = {
  /** Codes for one email, asked for by one device or network. */
  codesOfAsker: { name: 'codes of asker', times: 5, seconds: DAY },
  /** Codes for one email, asked for by all whose device and network its owner never signed in from. */
  codesOfStrangers: { name: 'codes of strangers', times: 15, seconds: DAY },
  /** Requests for codes from one network, whatever the email. */
  codesOfNetwork: { name: 'codes of network', times: 100, seconds: HOUR },
  /** Codes from one network for an `otpId` that is none, or has no tries left. */
  triesOfNetwork: { name: 'tries of network', times: 100, seconds: HOUR },
} satisfies Record<string, LimitRule>;
