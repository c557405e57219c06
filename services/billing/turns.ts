import type pg from 'pg';
import { createNamedLock } from '#platform/named-lock.ts';
import type { CarryOut } from './carry-out.ts';
import type { Intents } from './intents.port.ts';
import type { BillingOutcome } from './outcome.ts';

/** Each holds a connection while the provider answers. */
const LIMITS = { running: 3, waiting: 200 };

export type TurnsDeps = {
  readonly pool: pg.Pool;
  readonly intents: Pick<Intents, 'openOf'>;
  readonly carryOut: CarryOut;
};

/** The provider is asked for one thing at a time by a company. A lock ends with the process that holds it. */
export function createTurns({ pool, intents, carryOut }: TurnsDeps) {
  const lock = createNamedLock(pool, LIMITS);
  return {
    take: <Value>(companyId: string, work: () => Promise<Value>): Promise<Value> =>
      lock.hold(`billing ${companyId}`, work),

    /** Within a turn: completes what was cut short before; null when there is nothing. */
    async workOff(companyId: string): Promise<BillingOutcome | null> {
      const rest = await intents.openOf(companyId);
      return rest && carryOut(rest);
    },
  };
}

export type Turns = ReturnType<typeof createTurns>;
