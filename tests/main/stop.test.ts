import { expect, it, vi } from 'vitest';
import { WAIT_OPTIONS } from '#tests/support/max-wait.ts';
import { onThisMachine } from '#tests/support/on-this-machine.ts';
import { startTestProgram } from '#tests/support/servers/test-program.ts';

it('a stop finishes pending requests, and does not wait for idle connections', async () => {
  const program = await startTestProgram();
  const company = await program.seedCompany();
  const browser = await program.signIn(company.owner.email);
  // Waits for a position that never comes, so the request is pending when the stop begins.
  const never = 999_999_999;
  const waits = vi.spyOn(program.progress, 'waitFor');
  const asked = browser.get('/api/goals/getgoals/all', { 'x-tallyboard-position': String(never) });
  await vi.waitFor(() => expect(waits).toHaveBeenCalledWith(never, expect.any(Number)), WAIT_OPTIONS);
  await program.client().get('/healthz');
  const began = performance.now();
  await Promise.all([program.stop(), asked]);
  expect((await asked).status).toBe(200);
  expect(performance.now() - began).toBeLessThan(onThisMachine(10_000));
});
