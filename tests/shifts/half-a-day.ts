import type { HttpClient } from '#tests/support/servers/http-client.ts';
import type { SeededPerson } from '#tests/support/servers/seed-company.ts';
import { sell, startShiftWorld } from './shift-world.ts';

export const ZONE = 'America/Toronto';
export const DAY = '2026-06-10';
/** Ten in the morning and two in the afternoon. */
export const MORNING = '2026-06-10T14:00:00.000Z';
const AFTERNOON = '2026-06-10T18:00:00.000Z';

/** A company with its manager at work; each call puts one more associate to work. */
export async function startHalfADay() {
  const world = await startShiftWorld(MORNING);
  const company = await world.seedCompany({ associates: 12 });
  const manager = await world.signIn(company.managers[0]?.email ?? '', ZONE);
  const campaignId = company.campaigns[0]?.campaignId ?? '';
  let people = 0;
  return {
    world,
    company,
    manager,
    campaignId,
    /** An associate who signed in at ten and sold four times by two; their shifts last eight hours. */
    async atWork(): Promise<{ who: SeededPerson; person: HttpClient }> {
      world.at(MORNING);
      const who = company.associates[people++];
      if (!who) throw new Error('no person is left');
      const person = await world.signIn(who.email, ZONE);
      world.at(AFTERNOON);
      for (let sale = 0; sale < 4; sale++) await sell(person, campaignId);
      await world.settled();
      return { who, person };
    },
  };
}

export type HalfADay = Awaited<ReturnType<typeof startHalfADay>>;
