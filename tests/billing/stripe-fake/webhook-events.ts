import { createHmac } from 'node:crypto';
import type { ProviderState } from './provider-state.ts';

export type WebhookEvents = {
  announce(type: string, object: unknown): void;
  /** The bodies of all webhooks so far, oldest first. */
  readonly bodies: readonly Buffer[];
};

export function createWebhookEvents(state: ProviderState): WebhookEvents {
  const bodies: Buffer[] = [];
  return {
    bodies,
    announce(type, object) {
      const event = {
        id: state.nextId('evt'),
        object: 'event',
        api_version: '2026-10-28.endive',
        created: state.now,
        type,
        livemode: false,
        pending_webhooks: 1,
        request: { id: null, idempotency_key: null },
        data: { object },
      };
      bodies.push(Buffer.from(JSON.stringify(event)));
    },
  };
}

/** `Stripe-Signature`: HMAC-SHA256 of time and body, as the provider documents it. `at`: seconds since 1970. */
export function signed(rawBody: Buffer, secret: string, at: number): string {
  const digest = createHmac('sha256', secret).update(`${at}.`).update(rawBody).digest('hex');
  return `t=${at},v1=${digest}`;
}
