import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import { confirmSale } from '#contracts/endpoints/pay-lines.endpoints.ts';
import { setVerification } from '#contracts/endpoints/pay-rules.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import {
  createConfirmation,
  tickOnTheWayAtom,
  verificationAlertAtom,
  verifyAtom,
} from './verification.atoms.ts';

function storeWith(reactions: Parameters<typeof createFakeApi>[0]) {
  const store = createStore();
  const api = createFakeApi(reactions);
  store.set(apiAtom, api);
  return { store, api };
}

test('a tick is saved at once, and says what came of it', async () => {
  const { store, api } = storeWith({
    [setVerification.path]: () => replied({ message: messages.verificationSet }),
  });
  const saved = store.set(verifyAtom, { campaignId: 'c1', required: true });
  expect(store.get(tickOnTheWayAtom)).toEqual({ campaignId: 'c1', required: true });
  await saved;
  expect(store.get(tickOnTheWayAtom)).toBe(null);
  expect(api.sent.map(({ body }) => body)).toEqual([{ campaignId: 'c1', required: true }]);
  expect(store.get(verificationAlertAtom)).toEqual({ isError: false, messages: [messages.verificationSet] });
});

test('a sale is confirmed once, however often the button is pressed', async () => {
  const { store, api } = storeWith({
    [confirmSale.path]: () => replied({ message: messages.saleConfirmed }),
  });
  const { confirmAtom, alertAtom } = createConfirmation();
  const seen = { id: 's1', since: 7 };
  await Promise.all([store.set(confirmAtom, seen), store.set(confirmAtom, seen)]);
  expect(api.sent).toMatchObject([{ params: { id: 's1' }, body: { since: 7 } }]);
  expect(api.sent).toHaveLength(1);
  expect(store.get(alertAtom)).toEqual({ isError: false, messages: [messages.saleConfirmed] });
});

test('a refused confirmation says why', async () => {
  const { store } = storeWith({ [confirmSale.path]: () => refused(409, 'saleNotPending') });
  const { confirmAtom, alertAtom } = createConfirmation();
  await store.set(confirmAtom, { id: 's1', since: 7 });
  expect(store.get(alertAtom)).toEqual({ isError: true, messages: [messages.saleNotPending] });
});
