import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** The modules of Stripe's package that a process has loaded after running this behind the program's modules. */
function loaded(then: string): number {
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
    ${then}
    console.log(count);
    process.exit(0);`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: new URL('../..', import.meta.url),
    encoding: 'utf8',
  });
  return Number(output);
}

it("the provider's package is loaded only when it is configured", () => {
  expect(loaded('')).toBe(0);
  expect(loaded("await import('./services/billing/stripe/payments.stripe.ts');")).toBeGreaterThan(0);
});
