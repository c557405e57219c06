import type { LimitRule } from './limits.port.ts';

const HOUR = 3600;

/** For public endpoints. Counted by the network of the client: `networkOf(call.address)`. */
export const publicRules = {
  registration: { name: 'registration', times: 10, seconds: HOUR },
  contact: { name: 'contact', times: 10, seconds: HOUR },
} satisfies Record<string, LimitRule>;
