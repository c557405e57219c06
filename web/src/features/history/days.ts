import type { HistoryEntry } from '#contracts/history/entry.ts';
import { localDate } from '#contracts/local-date.ts';

export type Day = {
  /** Stays the same while newer entries are added on top. */
  readonly key: string;
  /** An instant on that day. */
  readonly instant: string;
  readonly entries: readonly HistoryEntry[];
};

/** Groups adjacent entries of the same date in `timeZone`, in the given order. */
export function daysOf(entries: readonly HistoryEntry[], timeZone: string): Day[] {
  const days: { date: string; entries: HistoryEntry[] }[] = [];
  for (const entry of entries) {
    const date = localDate(entry.at, timeZone);
    const last = days.at(-1);
    if (last?.date === date) last.entries.push(entry);
    else days.push({ date, entries: [entry] });
  }
  return days.map(({ date, entries: those }) => ({
    key: `${date} ${those.at(-1)?.position}`,
    instant: those[0]?.at ?? '',
    entries: those,
  }));
}
