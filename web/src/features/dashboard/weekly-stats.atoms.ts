import { atom } from 'jotai';
import { type ChartRow, getChartData } from '#contracts/endpoints/logs.endpoints.ts';
import { createQuery } from '../../api/cache/query.atoms.ts';
import { ownFiguresAtom } from '../../kit/numbers/own-figures.atoms.ts';

/** Refetched because news of a shift of an earlier day may come together with a sale of today, which hides it. */
const REFETCH_MS = 300_000;

/** The person's last seven days, up to today. */
export const weeklyStatsQuery = createQuery({
  endpoint: getChartData,
  ask: (api, _today: string) => api.call(getChartData, {}),
  tags: () => ['own earlier days'],
  refetchAfterMs: () => REFETCH_MS,
});

/** As texts and numbers, which compare equal as long as nothing changed: the chart is drawn only for a new rate. */
const liveDateAtom = atom((get) => get(ownFiguresAtom)?.date);
const liveRateAtom = atom((get) => get(ownFiguresAtom)?.salesPerHour);

/** Oldest first, with today's bar live; undefined while loading, null when there is nothing to show. */
export const weeklyRowsAtom = atom((get): readonly ChartRow[] | undefined | null => {
  const reply = get(weeklyStatsQuery.replyAtom);
  if (!reply) return get(weeklyStatsQuery.problemAtom) === null ? undefined : null;
  const [date, rate] = [get(liveDateAtom), get(liveRateAtom)];
  if (rate === undefined) return reply.requestedData;
  return reply.requestedData.map((row) =>
    row.login_date.slice(0, 10) === date ? { ...row, sales_per_hour: rate === 'N/A' ? null : rate } : row,
  );
});
