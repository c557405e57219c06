import type { Page, Route } from 'playwright-core';

/** The message from the card field to the page, as Stripe's frames send it to Stripe's script. */
type Typed = { readonly cardNumber: string };

const FIELDS = `<!doctype html><html lang="en"><title>Secure payment input frame</title><body>
<label>Card number <input inputmode="numeric" oninput="parent.postMessage({ cardNumber: value }, '*')"></label>
</body></html>`;

/** Runs in the page instead of Stripe's script; has the part that Stripe's React components use. */
function install(): void {
  const page = globalThis as unknown as Record<string, unknown>;
  let typed: Typed = { cardNumber: '' };
  addEventListener('message', ({ data, origin }) => {
    if (origin !== 'https://js.stripe.com') return;
    typed = data as Typed;
    page.stripeHeard = typed.cardNumber;
  });

  function element() {
    const listeners = new Map<string, (event: unknown) => void>();
    const frame = document.createElement('iframe');
    frame.title = 'Secure payment input frame';
    frame.src = 'https://js.stripe.com/endive/fields.html';
    frame.addEventListener('load', () => listeners.get('ready')?.({}));
    const listen = (name: string, listener: (event: unknown) => void) => listeners.set(name, listener);
    return {
      mount: (place: HTMLElement) => place.append(frame),
      destroy: () => frame.remove(),
      unmount: () => frame.remove(),
      ...{ on: listen, once: listen, off: () => undefined, update: () => undefined },
    };
  }

  const stripe = {
    elements(options: { clientSecret: string; appearance: unknown }) {
      page.stripeLook = options.appearance;
      return {
        secret: options.clientSecret,
        create: element,
        getElement: () => null,
        update: ({ appearance }: { appearance?: unknown }) => {
          page.stripeLook = appearance ?? page.stripeLook;
        },
      };
    },
    async confirmSetup({ elements }: { elements: { secret: string } }) {
      const [id] = elements.secret.split('_secret_');
      const body = JSON.stringify({ secret: elements.secret, ...typed });
      const reply = await fetch(`https://api.stripe.com/v1/setup_intents/${id}/confirm`, {
        method: 'POST',
        body,
      });
      return reply.json();
    },
    ...{ createToken: () => null, createPaymentMethod: () => null, confirmCardPayment: () => null },
  };
  page.Stripe = Object.assign(() => stripe, { version: 'endive' });
}

const DECLINED = { error: { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' } };

/** Stripe's test card numbers and the payment method that each becomes. */
const NUMBERS: Readonly<Record<string, string>> = {
  '4242424242424242': 'pm_card_visa',
  '5555555555554444': 'pm_card_mastercard',
  '4000000000000341': 'pm_card_chargeCustomerFail',
};

/**
 * Serves Stripe's script, frames and API to the browser of `page`. Test card numbers have the results they have at
 * Stripe. Returns the secrets of the confirmed setups.
 */
export async function serveStripeJs(page: Page): Promise<{ readonly confirmed: readonly string[] }> {
  const confirmed: string[] = [];
  await page.route('https://js.stripe.com/**', (route: Route) =>
    route.request().url().endsWith('.html')
      ? route.fulfill({ contentType: 'text/html', body: FIELDS })
      : route.fulfill({ contentType: 'text/javascript', body: `(${install.toString()})();` }),
  );
  await page.route('https://api.stripe.com/**', (route) => {
    const { secret, cardNumber } = JSON.parse(route.request().postData() ?? '{}') as Typed & {
      secret: string;
    };
    const method = NUMBERS[cardNumber.replaceAll(' ', '')];
    if (method) confirmed.push(secret);
    const body = method ? { setupIntent: { status: 'succeeded', payment_method: method } } : DECLINED;
    return route.fulfill({
      contentType: 'application/json',
      headers: { 'access-control-allow-origin': '*' },
      body: JSON.stringify(body),
    });
  });
  return { confirmed };
}
