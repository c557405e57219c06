import { newId } from '#platform/ids.ts';
import type { Core } from '#services/main/wiring.ts';
import { contextOf } from '#tests/support/command-world.ts';
import { cheapHash } from './cheap-password.ts';

export const PASSWORD = 'Demo-pass1';

const passwordHash = cheapHash(PASSWORD);

export type SeededPerson = { readonly employeeId: string; readonly email: string };
export type SeededCampaign = { readonly campaignId: string; readonly name: string };
export type SeededCompany = {
  readonly companyId: string;
  readonly name: string;
  /** The super employee. */
  readonly owner: SeededPerson;
  readonly managers: readonly SeededPerson[];
  readonly associates: readonly SeededPerson[];
  /** Default: 10 % commission and 0 % tax. */
  readonly campaigns: readonly SeededCampaign[];
  /** The position that read models must reach to show all of it. */
  readonly position: number;
};

export type CompanyWish = {
  readonly name?: string;
  readonly managers?: number;
  readonly associates?: number;
  readonly campaigns?: readonly { name: string; commission?: number; tax?: number }[];
  /** The duration of the associates' shifts, in hours. */
  readonly shiftDuration?: number;
};

/** Creates a company with an active subscription by real commands; every password is PASSWORD. */
export async function seedCompany(
  { commands, accounts, clock }: Pick<Core, 'commands' | 'accounts' | 'clock'>,
  wish: CompanyWish = {},
): Promise<SeededCompany> {
  const companyId = newId();
  const name = wish.name ?? `Company ${companyId}`;
  const now = clock.now().toISOString();
  const ctx = () => contextOf(companyId, { origin: 'registration', now });
  let position = 0;

  async function done<Value>(
    outcome: Promise<{ ok: true; position: number; value: Value } | { ok: false; code: string }>,
  ): Promise<Value> {
    const settled = await outcome;
    if (!settled.ok) throw new Error(`seeding was refused: ${settled.code}`);
    position = Math.max(position, settled.position);
    return settled.value;
  }

  async function person(who: string, role: string, campaignId?: string): Promise<SeededPerson> {
    const employeeId = newId();
    const email = `${who}.${companyId}@example.test`;
    const input = {
      employeeId,
      firstName: who[0]?.toUpperCase() + who.slice(1),
      lastName: 'Test',
      email,
      employeeNumber: String(position),
      role,
      campaignId,
      shiftDuration: wish.shiftDuration ?? 8,
    };
    const add = who === 'owner' ? commands.employees.addSuperEmployee : commands.employees.addEmployee;
    await done(add(ctx(), input));
    await accounts.create({ email, employeeId, companyId, password: null, isProven: true });
    await accounts.setPasswordHash({ companyId, employeeId }, passwordHash);
    return { employeeId, email };
  }

  const entryDate = now.slice(0, 10);
  const owner = await person('owner', 'manager');
  await done(
    commands.companies.registerCompany(ctx(), {
      name,
      employeeCount: '0-20',
      superEmployeeId: owner.employeeId,
    }),
  );
  await done(commands.companies.verifyCompany(ctx()));
  const { goalId } = await done(
    commands.goals.addGoal(ctx(), { name: 'Steady', hourlySales: 2, hourlyDecisions: 5, entryDate }),
  );
  const campaigns: SeededCampaign[] = [];
  for (const { name: campaign, commission = 10, tax = 0 } of wish.campaigns ?? [{ name: 'Solar' }]) {
    const input = { name: campaign, commission, tax, goalId, entryDate };
    const { campaignId } = await done(commands.campaigns.addCampaign(ctx(), input));
    campaigns.push({ campaignId, name: campaign });
  }
  const inTurn = (at: number) => campaigns[at % campaigns.length]?.campaignId;
  const managers: SeededPerson[] = [];
  for (let at = 0; at < (wish.managers ?? 1); at++)
    managers.push(await person(`manager${at + 1}`, 'manager', inTurn(at)));
  const associates: SeededPerson[] = [];
  for (let at = 0; at < (wish.associates ?? 2); at++)
    associates.push(await person(`associate${at + 1}`, 'sales associate', inTurn(at)));
  // Last: a job corrects the seats while they differ from the number of people.
  await done(
    commands.subscriptions.startSubscription(ctx(), {
      provider: 'sandbox',
      providerSubscriptionId: `sub_${companyId}`,
      status: 'active',
      trialEndsAt: null,
      nextBillingAt: null,
      seats: 1 + (wish.managers ?? 1) + (wish.associates ?? 2),
    }),
  );
  return { companyId, name, owner, managers, associates, campaigns, position };
}
