import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** How many modules of Stripe's package a process has loaded: with the program, and once it is configured. */
function loaded(): { program: number; configured: number } {
  const script = `
    const { registerHooks } = await import('node:module');
    let count = 0;
    registerHooks({
      load: (url, context, next) => {
        if (url.includes('/node_modules/stripe/')) count += 1;
        return next(url, context);
      },
    });
    await import('./services/main/program.ts');
    const program = count;
    await import('./services/billing/stripe/payments.stripe.ts');
    console.log(JSON.stringify({ program, configured: count }));
    process.exit(0);`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: new URL('../..', import.meta.url),
    encoding: 'utf8',
  });
  return JSON.parse(output);
}

it("the provider's package is loaded only when it is configured", () => {
  const { program, configured } = loaded();
  expect(program).toBe(0);
  expect(configured).toBeGreaterThan(0);
});
