import { atom, type Getter } from 'jotai';
import { deleteSale, getAllSales, getSalesOfDate, type Sale } from '#contracts/endpoints/sales.endpoints.ts';
import { errorBody } from '#contracts/messages.ts';
import type { Answer, ApiClient } from '../../api/api-client.ts';
import { createQuery, type Query } from '../../api/cache/query.atoms.ts';
import { createDeletion, type Deletion } from '../../kit/forms/deletion.atoms.ts';
import { liveOwnFiguresVersionAtom } from '../../live/live.atoms.ts';
import { mySalesQuery } from './my-sales.atoms.ts';

type OneSale = { requestedData: Sale[] };

/** One own sale, made for one screen. */
export type SaleAtoms = {
  /** The sale by its id; `noSuchSale` when it does not exist, or no longer. */
  readonly query: Query<string, OneSale>;
  /** The same, but shown from the list until the answer arrives. */
  readonly quickQuery: Query<string, OneSale>;
  /** The current sale; null when it is deleted, undefined without an answer. */
  readonly ask: (api: ApiClient, get: Getter) => Promise<Sale | null | undefined>;
  readonly deletion: Deletion<Sale>;
};

export function createSale(id: string): SaleAtoms {
  const find = (api: ApiClient, get: Getter) => {
    const [known] = get(quickReplyAtom)?.requestedData ?? [];
    return findSale(api, id, known?.entry_date, get(liveOwnFiguresVersionAtom));
  };
  const query: Query<string, OneSale> = createQuery<string, typeof getSalesOfDate>({
    endpoint: getSalesOfDate,
    ask: (api, _id: string, get) => find(api, get),
    tags: () => ['own sales'],
    forgetOnLeave: true,
  });
  const quickReplyAtom = atom((get): OneSale | undefined => {
    const found = get(query.replyAtom);
    if (found) return found;
    const listed = get(mySalesQuery.replyAtom)?.requestedData.find((sale) => sale.id === id);
    return listed && { requestedData: [listed] };
  });
  return {
    query,
    quickQuery: { ...query, replyAtom: quickReplyAtom },
    ask: async (api, get) => {
      const answer = await find(api, get);
      if (answer.ok) return answer.reply.requestedData[0];
      return answer.error === 'noSuchSale' ? null : undefined;
    },
    deletion: createDeletion<Sale, typeof deleteSale>({
      send: (api, sale) =>
        api.call(deleteSale, { params: { id: sale.id }, body: { entryDate: sale.entry_date } }),
      failure: 'couldNotDeleteSale',
      unreachable: 'failedDelete',
    }),
  };
}

/**
 * The API has no call for one sale, so it is searched in the lists: in that of its date, which never changes, when
 * that is known, otherwise from the newest sale back.
 */
async function findSale(
  api: ApiClient,
  id: string,
  date: string | undefined,
  since: number | undefined,
): Promise<Answer<typeof getAllSales>> {
  let cursor: string | undefined;
  do {
    const query = { limit: cursor ? '999' : '100', cursor };
    const answer = date
      ? await api.call(getSalesOfDate, { params: { date }, query, since })
      : await api.call(getAllSales, { query, since });
    if (!answer.ok) return answer;
    const sale = answer.reply.requestedData.find((each) => each.id === id);
    if (sale) return { ...answer, reply: { requestedData: [sale] } };
    cursor = answer.reply.nextCursor;
  } while (cursor);
  return { ok: false, status: 404, ...errorBody('noSuchSale') };
}
