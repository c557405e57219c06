import type { Scheduler } from '#platform/clock.ts';
import type { Ask } from './browser.ts';
import * as checks from './checks.ts';
import { type Founders, foundCompany } from './company.ts';
import { createOffice } from './office.ts';
import { createSeller } from './people.ts';
import { type Action, SELLERS, STAYING } from './plan.ts';
import type { SimulatedDatabase } from './simulated-database.ts';

type Work = Extract<Action, { readonly kind: 'sell' | 'office' }>;

/** A company with its office and its sellers. */
export async function openCompany(
  companyId: string,
  { database, founders, ask, scheduler, now }: Surroundings,
) {
  const { people, ...founded } = await foundCompany(companyId, founders, now);
  const [boss] = people;
  if (!boss) throw new Error('a company has people');
  const inTheLog = () => database.ofCompany(companyId, checks.namesInTheLog);
  const office = createOffice(boss, founded, inTheLog, ask, scheduler);
  const sellers = people.map((person, at) =>
    createSeller({ person, sellsForOthers: at < STAYING }, office, ask, scheduler),
  );
  const browsers = [...sellers, office];
  return {
    people,
    office,
    browsers,
    /** `shift`: which of the sellers does it instead. */
    work(action: Work, shift = 0): void {
      if (action.kind === 'office') office.change(action.change);
      else sellers[(action.seller + shift) % SELLERS]?.change(action.change);
    },
    /** A restored log has nothing behind this position. */
    async forgetAfter(position: number): Promise<void> {
      const left = await inTheLog();
      for (const browser of browsers) browser.forgetAfter(position, left);
    },
    isAnswered: () => browsers.every((browser) => browser.isAnswered()),
    /** What does not hold of its log and its read models at `time`, an ISO instant. */
    findings: (time: string): Promise<string[]> =>
      database.ofCompany(companyId, async (db) => [
        ...browsers.flatMap((browser) => browser.odd),
        ...(await checks.acknowledgedIsInTheLog(db, browsers, founded.head)),
        ...(await checks.nothingStandsBehindADeletion(db)),
        ...(await checks.readModelsAreTheLog(db, companyId)),
        ...(await checks.forgottenShiftsHaveEnded(db, time)),
      ]),
  };
}

type Surroundings = {
  readonly database: SimulatedDatabase;
  readonly founders: Founders;
  readonly ask: Ask;
  readonly scheduler: Scheduler;
  readonly now: string;
};

export type Company = Awaited<ReturnType<typeof openCompany>>;
