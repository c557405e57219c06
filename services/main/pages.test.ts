import { expect, test } from 'vitest';
import { contentPolicy } from './pages.ts';

const policyOf = (provider: 'stripe' | 'sandbox') => contentPolicy(provider, () => 'https://tally.example');
const sources = (provider: 'stripe' | 'sandbox') =>
  Object.values(policyOf(provider))
    .flat()
    .map((source) => (typeof source === 'string' ? source : source()));

test("allows Stripe's script, frames and calls where Stripe takes the cards", () => {
  const policy = policyOf('stripe');
  expect(policy['script-src']).toContain('https://js.stripe.com');
  expect(policy['frame-src']).toEqual(
    expect.arrayContaining(['https://js.stripe.com', 'https://hooks.stripe.com']),
  );
  expect(policy['connect-src']).toContain('https://api.stripe.com');
});

test('with the sandbox allows nothing from elsewhere', () => {
  expect(sources('sandbox').filter((source) => source.startsWith('http'))).toEqual([]);
  expect(policyOf('sandbox')['frame-src']).toEqual(["'none'"]);
});

test.each(['stripe', 'sandbox'] as const)(
  '%s: allows no inline scripts, no eval and no scripts of other sites',
  (provider) => {
    expect(sources(provider)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/unsafe|\*$|^https?:$/)]),
    );
  },
);

test('allows sockets of its own host only', () => {
  expect(sources('sandbox').filter((source) => source.startsWith('ws'))).toEqual(['wss://tally.example']);
});
