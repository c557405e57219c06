import { newId } from '#platform/ids.ts';
import { contextOf } from '#tests/support/command-world.ts';
import { DAYTIME_ZONE } from '#tests/support/daytime-zone.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import type { SeededCompany } from '#tests/support/servers/seed-company.ts';
import type { TestProgram } from '#tests/support/servers/test-program.ts';

/** Adds associates without accounts who work today; returns their employee ids. */
export async function seedCrowd(
  program: TestProgram,
  { companyId, campaigns }: SeededCompany,
  people: number,
  lastName = 'of the crowd',
): Promise<readonly string[]> {
  const { employees, shifts } = program.core.commands;
  const ids: string[] = [];
  let position = 0;
  for (let at = 0; at < people; at++) {
    const employeeId = newId();
    const added = await employees.addEmployee(contextOf(companyId), {
      employeeId,
      firstName: `Associate ${at + 1}`,
      lastName,
      email: `crowd${at}@${companyId}.test`,
      employeeNumber: `C-${at}`,
      role: 'sales associate',
      campaignId: campaigns[at % campaigns.length]?.campaignId,
      shiftDuration: 8,
    });
    const now = program.core.clock.now().toISOString();
    const begun = await shifts.login(contextOf(companyId, { now }), { employeeId, timeZone: DAYTIME_ZONE });
    if (!added.ok || !begun.ok) throw new Error('the crowd was refused');
    position = begun.position;
    ids.push(employeeId);
  }
  if (!(await program.progress.waitFor(position, MAX_WAIT_MS))) throw new Error('projections stand still');
  return ids;
}
