import { atom, type Getter } from 'jotai';
import { deleteSale, getAllSales, getSalesOfDate, type Sale } from '#contracts/endpoints/sales.endpoints.ts';
import { refusal } from '#contracts/messages.ts';
import type { Answer, ApiClient } from '../../api/api-client.ts';
import { createResource, type Resource } from '../../api/resource.atoms.ts';
import { createFollowing } from '../../app/following.atoms.ts';
import { createDeletion, type Deletion } from '../../app/forms/deletion.atoms.ts';
import { liveOwnFiguresVersionAtom } from '../../live/live.atoms.ts';
import { mySalesResource } from './my-sales.atoms.ts';

type OneSale = { requestedData: Sale[] };

/** One own sale on a screen, made for that screen. */
export type SaleAtoms = {
  /** By its id; `noSuchSale` when it is not, or no longer, there. */
  readonly resource: Resource<string, OneSale>;
  /** The same, but what the list knows of it is shown until the answer is here. */
  readonly quickResource: Resource<string, OneSale>;
  readonly followAtom: ReturnType<typeof createFollowing>;
  /** The sale as it is now; null when it is gone, undefined when nobody answers. */
  readonly ask: (api: ApiClient, get: Getter) => Promise<Sale | null | undefined>;
  readonly deletion: Deletion<Sale>;
};

export function createSale(id: string): SaleAtoms {
  const find = (api: ApiClient, get: Getter) => {
    const [known] = get(quickReplyAtom)?.requestedData ?? [];
    return findSale(api, id, known?.entry_date, get(liveOwnFiguresVersionAtom));
  };
  const resource: Resource<string, OneSale> = createResource({
    ask: (api, _id: string, get) => find(api, get),
  });
  const quickReplyAtom = atom((get): OneSale | undefined => {
    const found = get(resource.replyAtom);
    if (found) return found;
    const listed = get(mySalesResource.replyAtom)?.requestedData.find((sale) => sale.id === id);
    return listed && { requestedData: [listed] };
  });
  return {
    resource,
    quickResource: { ...resource, replyAtom: quickReplyAtom },
    followAtom: createFollowing(resource),
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
 * There is no call for one sale, so it is looked for in the lists: in that of its date, which never changes, where
 * that is known, else from the newest back.
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
  return { ok: false, status: 404, ...refusal('noSuchSale') };
}
