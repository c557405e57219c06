/** What TypeScript's library does not know yet. */
type TrustedTypes = {
  createPolicy(
    name: 'default',
    rules: Readonly<Record<'createHTML' | 'createScriptURL', (text: string) => string | null>>,
  ): unknown;
};

const STRIPE = /^https:\/\/([\w-]+\.)*js\.stripe\.com\//;

/**
 * The policy for text that is to become HTML or the address of a script, which the Content-Security-Policy demands: null
 * refuses it. Charts empty their place by an empty text, Stripe's loader and the service worker have an address.
 */
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
trustedTypes?.createPolicy('default', {
  createHTML: (text) => (text === '' ? '' : null),
  createScriptURL: (url) => (url === '/worker.js' || STRIPE.test(url) ? url : null),
});
