import { atom } from 'jotai';
import type { ReplyOf } from '#contracts/endpoints/endpoint.ts';
import { getAllSales, getCommission, getSalesOfDate } from '#contracts/endpoints/sales.endpoints.ts';
import type { Answer } from '../../api/api-client.ts';
import { createResource, type Resource } from '../../api/resource.atoms.ts';
import { createFollowing } from '../../app/following.atoms.ts';
import { liveOwnFiguresVersionAtom } from '../../live/live.atoms.ts';
import { withSameRows } from './same-rows.ts';

type ListOfSales = ReplyOf<typeof getAllSales>;

/** The own sales of a date (`yyyy-mm-dd`); of all dates when it is empty. They know what live has told. */
export const mySalesResource: Resource<string, ListOfSales> = createResource({
  ask: async (api, date: string, get): Promise<Answer<typeof getAllSales>> => {
    const since = get(liveOwnFiguresVersionAtom);
    const answer = date
      ? await api.call(getSalesOfDate, { params: { date }, query: {}, since })
      : await api.call(getAllSales, { query: {}, since });
    if (!answer.ok) return answer;
    const before = get(mySalesResource.replyAtom)?.requestedData;
    const requestedData = withSameRows(before, answer.reply.requestedData);
    return { ...answer, reply: { ...answer.reply, requestedData } };
  },
});

export const followMySalesAtom = createFollowing(mySalesResource);

/** The commission of all Closed sales, of a date (`yyyy-mm-dd`) where one is given: for a list that leaves some out. */
export const wholeTotalResource = createResource({
  ask: (api, { id, date }: { id: string; date: string }, get) =>
    api.call(getCommission, {
      params: { id },
      query: date ? { date } : {},
      since: get(liveOwnFiguresVersionAtom),
    }),
});

export const followWholeTotalAtom = createFollowing(wholeTotalResource);

/** Dollars: the Closed sales of a list that is whole, added in whole cents. */
export const totalCommissionAtom = atom((get) => {
  const sales = get(mySalesResource.replyAtom)?.requestedData ?? [];
  const closed = sales.filter(({ status }) => status === 'Closed');
  return closed.reduce((cents, { commission }) => cents + Math.round(commission * 100), 0) / 100;
});
