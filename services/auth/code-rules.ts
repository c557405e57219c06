import type { LimitRule } from '#platform/limits/limits.port.ts';

/** The purpose of a code. A code proves access to a mailbox for one purpose only. */
export type CodeFlow = 'registration' | 'password reset';

/** The client that asks for a code or tries one. Its requests are counted by these fields. */
export type Client = {
  /** The address of the client; behind a proxy it depends on TRUST_PROXY. */
  readonly address: string;
  /** The token of the browser's device cookie (see known-devices.ts); null when it has none. */
  readonly device: string | null;
};

const HOUR = 3600;
const DAY = 24 * HOUR;

/** The limits; ADR 0021 and ADR 0038 give the reasons. */
export const codeRules = {
  /** Codes for one email, requested by one device or network. */
  codesOfAsker: { name: 'codes of asker', times: 5, seconds: DAY },
  /** Codes for one email, requested by all devices and networks that its owner never signed in from. */
  codesOfStrangers: { name: 'codes of strangers', times: 15, seconds: DAY },
  /** Requests for codes from one network, whatever the email. */
  codesOfNetwork: { name: 'codes of network', times: 100, seconds: HOUR },
  /** Tries from one network for an `otpId` that does not exist or has no tries left. */
  triesOfNetwork: { name: 'tries of network', times: 100, seconds: HOUR },
} satisfies Record<string, LimitRule>;
