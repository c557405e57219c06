import { newId } from '#platform/ids.ts';
import { contextOf } from './command-world.ts';
import { DAYTIME_ZONE } from './daytime-zone.ts';
import { PASSWORD, type SeededCompany, type SeededPerson } from './servers/seed-company.ts';
import type { TestProgram } from './servers/test-program.ts';

const NAMES = [
  ['Amara', 'Okafor'],
  ['Liam', 'Tremblay'],
  ['Priya', 'Raman'],
  ['Noah', 'Bergström'],
  ['Sofia', 'Marchetti'],
  ['Wei', 'Zhang'],
  ['Chloé', 'Gagnon'],
  ['Mateo', 'Álvarez-Castellanos'],
] as const;

export const TEAM_CAMPAIGNS = [
  { name: 'Solar Roofs', commission: 12, tax: 13 },
  { name: 'Heat Pumps', commission: 9.5, tax: 5 },
  { name: 'Home Batteries', commission: 15, tax: 13 },
] as const;

export type TeamMember = SeededPerson & { readonly firstName: string; readonly lastName: string };

export type SalesTeam = {
  readonly company: SeededCompany;
  /** Eight associates, three campaigns. */
  readonly people: readonly TeamMember[];
  /** A manager without the rights of the super employee; `company.owner` has both. */
  readonly manager: SeededPerson;
};

/** A company on a normal day: eight associates on three campaigns, all signed in, some with sales. */
export async function seedSalesTeam(program: TestProgram): Promise<SalesTeam> {
  const company = await program.seedCompany({
    name: 'Northlight Energy',
    associates: 0,
    campaigns: TEAM_CAMPAIGNS,
  });
  const people: TeamMember[] = [];
  for (const [at, [firstName, lastName]] of NAMES.entries()) {
    const campaign = company.campaigns[at % company.campaigns.length];
    const person = {
      firstName,
      lastName,
      employeeId: newId(),
      email: `${firstName.slice(0, 3)}${at}@northlight.test`,
    };
    const added = await program.core.commands.employees.addEmployee(contextOf(company.companyId), {
      ...person,
      employeeNumber: `N-${104 + at}`,
      role: 'sales associate',
      campaignId: campaign?.campaignId,
      shiftDuration: 8,
    });
    if (!added.ok) throw new Error(added.code);
    const { employeeId, email } = person;
    await program.core.accounts.create({
      email,
      employeeId,
      companyId: company.companyId,
      password: PASSWORD,
    });
    people.push(person);
    const client = await program.signIn(person.email, PASSWORD, DAYTIME_ZONE);
    for (let sale = 0; sale < (at * 5) % 7; sale++) {
      await client.post('/api/sales/addsale', {
        name: `Lead ${sale + 1}`,
        campaignId: campaign?.campaignId ?? '',
        customerNumber: `C-${1000 + at * 37 + sale}`,
        price: `${1200 + at * 731 + sale * 419}.50`,
        status: sale % 4 === 3 ? 'Negotiating' : 'Closed',
      });
    }
  }
  const manager = company.managers[0];
  if (!manager) throw new Error('the team has no manager');
  return { company, people, manager };
}
