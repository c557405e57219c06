import { expect, test } from 'vitest';
import { contentPolicy } from './pages.ts';

const sources = (provider: 'stripe' | 'sandbox') => Object.values(contentPolicy(provider)).flat();

test("allows Stripe's script, frames and calls where Stripe takes the cards", () => {
  const policy = contentPolicy('stripe');
  expect(policy['script-src']).toContain('https://js.stripe.com');
  expect(policy['frame-src']).toEqual(
    expect.arrayContaining(['https://js.stripe.com', 'https://hooks.stripe.com']),
  );
  expect(policy['connect-src']).toContain('https://api.stripe.com');
});

test('with the sandbox allows nothing from elsewhere', () => {
  expect(sources('sandbox').filter((source) => source.startsWith('http'))).toEqual([]);
  expect(contentPolicy('sandbox')['frame-src']).toEqual(["'none'"]);
});

test.each(['stripe', 'sandbox'] as const)(
  '%s: allows no inline scripts, no eval and no scripts of other sites',
  (provider) => {
    expect(sources(provider)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/unsafe|\*$|^https?:$/)]),
    );
  },
);
