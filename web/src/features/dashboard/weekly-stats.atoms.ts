import { atom } from 'jotai';
import { type ChartRow, getChartData } from '#contracts/endpoints/logs.endpoints.ts';
import { createResource } from '../../api/resource.atoms.ts';
import { ownFiguresAtom } from '../../app/numbers/own-figures.atoms.ts';

/** The last seven days of the person, by the date that is today. */
export const weeklyStats = createResource({ ask: (api, _today: string) => api.call(getChartData, {}) });

/** As texts and numbers, which are the same as long as nothing changed: the chart is drawn only for a new rate. */
const liveDateAtom = atom((get) => get(ownFiguresAtom)?.date);
const liveRateAtom = atom((get) => get(ownFiguresAtom)?.salesPerHour);

/** Oldest first, today's bar live; undefined while on its way, null when there is nothing to show. */
export const weeklyRowsAtom = atom((get): readonly ChartRow[] | undefined | null => {
  const reply = get(weeklyStats.replyAtom);
  if (!reply) return get(weeklyStats.problemAtom) === null ? undefined : null;
  const [date, rate] = [get(liveDateAtom), get(liveRateAtom)];
  if (rate === undefined) return reply.requestedData;
  return reply.requestedData.map((row) =>
    row.login_date.slice(0, 10) === date ? { ...row, sales_per_hour: rate === 'N/A' ? null : rate } : row,
  );
});

/**
 * Commission in cents of all days before today: it changes when a sale of such a day does, and then the chart is
 * asked for anew. Undefined before the first snapshot.
 */
export const earnedBeforeAtom = atom((get) => {
  const figures = get(ownFiguresAtom);
  return figures && Math.round((figures.totalCommission - figures.todayCommission) * 100);
});
