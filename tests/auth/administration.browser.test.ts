import { beforeAll, describe, expect, test } from 'vitest';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import { PASSWORD } from '#tests/support/servers/test-program.ts';
import { codeOf, createFactorSource } from './factor-source.ts';

/** It goes on only when told, so that no code changes under the test; never back, which would end a proof of identity. */
const clock = { time: Date.now(), now: () => new Date(clock.time) };
const world = browserWorld({ clock });
const LAPTOP = { width: 1024, height: 768 };

/** Signed in before there is a factor, whichever test comes first. */
let boss: HttpClient;
beforeAll(async () => {
  boss = await world.signIn(world.team.company.owner);
});

/** The super employee has one, without which no rule can be set. */
async function giveFactor(): Promise<void> {
  const { company } = world.team;
  const { owner: pool } = world.program.core.database;
  await createFactorSource({ pool, clock }, { ...company, ...company.owner }).added();
}

describe('a company that requires a second factor of managers', () => {
  test('asks its super employee for one, requires it, and leads a manager to the set-up', async () => {
    const { page } = await world.openAs(boss, LAPTOP);
    await page.goto('/layout/dashboard');
    const notice = page.getByRole('complementary', { name: 'Second factor' });
    await notice.getByRole('link', { name: 'Set one up' }).waitFor();
    await notice.getByRole('button', { name: 'Not now' }).click();
    await notice.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { name: 'Daily Billboard' }).waitFor();
    expect(await notice.count()).toBe(0);

    await page.goto('/layout/company-profile');
    const rule = page.getByRole('checkbox', { name: 'Managers need a second factor' });
    await rule.click();
    await page.getByRole('alert').getByText('Set up an authenticator app or a passkey first').waitFor();
    await giveFactor();
    await rule.click();
    await rule.and(page.locator(':checked')).waitFor();

    const manager = await world.open();
    await manager.page.goto('/login');
    await manager.page.getByLabel('Email').fill(world.team.manager.email);
    await manager.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await manager.page.keyboard.press('Enter');
    await manager.page.waitForURL('**/layout/second-factor');
    await manager.page.goto('/layout/allemployees');
    await manager.page.waitForURL('**/layout/second-factor');
    await manager.page.getByRole('button', { name: 'Set up an authenticator app' }).click();
    const shown = manager.page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
    const secret = (await shown.textContent())?.replaceAll(' ', '') ?? '';
    await manager.page.getByLabel('Code', { exact: true }).fill(codeOf(secret, clock.now()));
    await manager.page.keyboard.press('Enter');
    await manager.page.getByRole('button', { name: 'I have kept them' }).click();
    await manager.page.getByRole('button', { name: 'Continue' }).click();
    await manager.page.waitForURL('**/layout/dashboard');
  });

  test('signs people out everywhere and resets their factors, from their card', async () => {
    const person = world.people[6];
    const associate = await world.openDashboard(person);
    const { page } = await world.openAs(boss, LAPTOP);
    await page.goto(`/layout/allemployees/employee/${person?.employeeId}`);
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('status').getByText('The person was signed out everywhere').waitFor();
    await associate.page.waitForURL('**/login**');

    clock.time += 6 * 60_000;
    await page.getByRole('button', { name: 'Reset second factor' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reset', exact: true }).click();
    const asking = page.getByRole('dialog', { name: 'Is it you?' });
    await asking.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('Second factors and passkeys deleted').waitFor();
    await page.goto(`/layout/allemployees/employee/${world.team.company.owner.employeeId}`);
    await page.getByRole('heading', { name: 'Commission' }).waitFor();
    expect(await page.getByRole('button', { name: 'Reset second factor' }).count()).toBe(0);
  });
});
