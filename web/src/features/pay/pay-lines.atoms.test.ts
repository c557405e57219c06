import { createStore } from 'jotai';
import { expect, it, test } from 'vitest';
import { addPayLine, undoPayLine } from '#contracts/endpoints/pay-lines.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { createLineForm, createUndo, readAmount } from './pay-lines.atoms.ts';

function storeWith(reactions: Parameters<typeof createFakeApi>[0]) {
  const store = createStore();
  const api = createFakeApi(reactions);
  store.set(apiAtom, api);
  return { store, api };
}

const OF = { from: '2026-03-02', employeeId: 'ada' };

it.each([
  ['50', 'en-CA', '50'],
  ['$1,250.5', 'en-CA', '1250.5'],
  ['−50.25', 'en-CA', '-50.25'],
  ['-1.250,50', 'de-DE', '-1250.50'],
  ['0', 'en-CA', null],
  ['12.345', 'en-CA', null],
  ['1000001', 'en-CA', null],
  ['a lot', 'en-CA', null],
])('reads %s in %s as %s', (text, locale, amount) => expect(readAmount(text, locale)).toBe(amount));

test('a line is checked before it is sent, then goes to the statement of the screen', async () => {
  const { store, api } = storeWith({ [addPayLine.path]: () => replied({ message: 'Line added', id: 'l1' }) });
  const form = createLineForm(OF, false);
  await store.set(form.submitAtom);
  expect(store.get(form.refusedAtom)).toEqual(['amount', 'reason']);
  store.set(form.typeAtom, { amount: 'much', reason: 'A long week' });
  await store.set(form.submitAtom);
  expect(store.get(form.alertAtom).messages).toEqual([messages.invalidPayAmount]);
  store.set(form.typeAtom, { amount: '-50' });
  expect(await store.set(form.submitAtom)).toEqual({ message: 'Line added', id: 'l1' });
  const body = { employeeId: 'ada', kind: 'bonus', amount: '-50', reason: 'A long week' };
  expect(api.sent.map((sent) => sent.body)).toEqual([{ ...body, period: '2026-03-02' }]);
});

test('a line for a paid statement goes to the present one', async () => {
  const { store, api } = storeWith({ [addPayLine.path]: () => refused(400, 'payReasonMissing') });
  const form = createLineForm(OF, true);
  store.set(form.typeAtom, { amount: '50', reason: 'x'.repeat(300) });
  await store.set(form.submitAtom);
  expect(api.sent[0]?.body).not.toHaveProperty('period');
  expect(store.get(form.refusedAtom)).toEqual(['reason']);
});

test('undoing says what came of it', async () => {
  let isUndone = false;
  const { store, api } = storeWith({
    [undoPayLine.path]: () => {
      const answer = isUndone ? refused(409, 'payLineUndone') : replied({ message: '', id: 'l2' });
      isUndone = true;
      return answer;
    },
  });
  const undo = createUndo('ada');
  await store.set(undo.undoAtom, 'l1', 'Wrong person');
  expect(api.sent[0]).toMatchObject({
    ...{ params: { id: 'l1' }, body: { employeeId: 'ada', reason: 'Wrong person' } },
  });
  expect(store.get(undo.alertAtom)).toEqual({ isError: false, messages: [messages.payLineCountered] });
  await store.set(undo.undoAtom, 'l1', 'Again');
  expect(store.get(undo.alertAtom)).toEqual({ isError: true, messages: [messages.payLineUndone] });
});
