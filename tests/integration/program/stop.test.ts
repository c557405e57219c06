import { expect, it } from 'vitest';
import { onThisMachine } from '#tests/support/on-this-machine.ts';
import { startTestProgram } from '#tests/support/test-program.ts';

it('a stop answers what was asked, and waits for nobody who only keeps his connection', async () => {
  const program = await startTestProgram();
  const company = await program.seedCompany();
  const browser = await program.signIn(company.owner.email);
  // Waits for a position that never comes, so that it is under way when the stop begins.
  const asked = browser.get('/api/goals/getgoals/all', { 'x-tallyboard-position': '999999999' });
  await program.client().get('/healthz');
  const began = performance.now();
  await Promise.all([program.stop(), asked]);
  expect((await asked).status).toBe(200);
  expect(performance.now() - began).toBeLessThan(onThisMachine(10_000));
});
