import { createStore } from 'jotai';
import { describe, expect, test } from 'vitest';
import type { Sale } from '#contracts/endpoints/sales.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { createFakeApi, refused, replied, type SentCall } from '../../testing/fake-api.ts';
import { aSale } from '../../testing/sales.ts';
import { createSale } from './sale.atoms.ts';
import { noSaleFilters } from './sale-filters.ts';
import { salesList } from './sales-list.atoms.ts';

const page = (requestedData: Sale[]) => replied({ requestedData });
const other = aSale({ id: 'other' });

function saleOf(reactions: Parameters<typeof createFakeApi>[0]) {
  const store = createStore();
  const api = createFakeApi(reactions);
  store.set(apiAtom, api);
  return { store, api, sale: createSale('s1') };
}

const ofAda = (changed: Partial<Sale> = {}) => ({ ...aSale(changed), employee_id: 'ada' });

describe('a sale by its id', () => {
  test('says whose it is', async () => {
    const { store, api, sale } = saleOf({ '/sales/getsale/{id}': () => page([ofAda()]) });
    await store.set(sale.query.loadAtom, 's1');
    expect(store.get(sale.query.replyAtom)).toEqual({ requestedData: [ofAda()] });
    expect(api.sent).toMatchObject([{ params: { id: 's1' } }]);
  });

  test('is not missing when the server does not answer', async () => {
    const { store, sale } = saleOf({ '/sales/getsale/{id}': () => refused(0, 'unavailable') });
    await store.set(sale.query.loadAtom, 's1');
    expect(store.get(sale.query.errorAtom)).toBe('unavailable');
    expect(await sale.ask(store.get(apiAtom), store.get)).toBeUndefined();
  });

  test('is shown from the list until the answer has the current version', async () => {
    const now = ofAda({ status: 'Closed' });
    const { store, sale } = saleOf({
      '/sales/getsales/all': () => page([other, aSale()]),
      '/sales/getsale/{id}': () => page([now]),
    });
    const wish = { employeeId: 'ada', date: '', filters: noSaleFilters, sort: '' };
    await store.set(salesList.first.loadAtom, wish);
    expect(store.get(sale.quickQuery.replyAtom)?.requestedData).toEqual([ofAda()]);
    expect(store.get(sale.query.replyAtom)).toBeUndefined();
    await store.set(sale.query.loadAtom, 's1');
    expect(store.get(sale.quickQuery.replyAtom)?.requestedData).toEqual([now]);
  });

  test('is null when it is loaded again after its deletion', async () => {
    const answers = [page([ofAda()]), page([ofAda()])];
    const { store, sale } = saleOf({
      '/sales/getsale/{id}': () => answers.shift() ?? refused(404, 'noSuchSale'),
    });
    await store.set(sale.query.loadAtom, 's1');
    expect(await sale.ask(store.get(apiAtom), store.get)).toEqual(ofAda());
    expect(await sale.ask(store.get(apiAtom), store.get)).toBeNull();
  });
});

describe('deleting', () => {
  const answering = (answer: ReturnType<typeof replied>) => {
    const sent: SentCall[] = [];
    const made = saleOf({
      '/sales/delete/{id}': (call) => {
        sent.push(call);
        return answer;
      },
    });
    return { ...made, sent };
  };

  test('sends the date, and shows the message of the server', async () => {
    const { store, sale, sent } = answering(replied({ message: messages.saleDeleted }));
    expect(await store.set(sale.deletion.deleteAtom, aSale())).toBe(true);
    expect(sent).toMatchObject([{ params: { id: 's1' }, body: { entryDate: '2026-03-02' } }]);
    expect(store.get(sale.deletion.alertAtom)).toEqual({ isError: false, messages: ['Sale deleted'] });
  });

  test('that is refused says that it could not be done', async () => {
    const { store, sale } = answering(refused(404, 'noSuchSale'));
    expect(await store.set(sale.deletion.deleteAtom, aSale())).toBe(false);
    expect(store.get(sale.deletion.alertAtom)).toEqual({
      isError: true,
      messages: [messages.noSuchSale, 'Could Not delete sale'],
    });
  });

  test('without an answer says that it failed', async () => {
    const { store, sale } = answering(refused(0, 'unavailable'));
    expect(await store.set(sale.deletion.deleteAtom, aSale())).toBe(false);
    expect(store.get(sale.deletion.alertAtom).messages).toEqual([messages.unavailable, 'failed delete']);
  });
});
