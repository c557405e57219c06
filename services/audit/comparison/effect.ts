import type { Compared } from '#contracts/endpoints/comparison.endpoints.ts';
import type { HistoryEntry } from '#contracts/history/entry.ts';
import { centsToNumber } from '#contracts/money.ts';

/** What an event did to a row of the billboard: Closed sales and dollars that it added, or took away. */
export type Effect = { readonly sales: number; readonly commission: number };

/** Of an event of a sale, on the row of one employee and local date. */
export function effectOf(entry: HistoryEntry, employeeId: string, date: string): Effect {
  const [before, after] = [counted('before'), counted('after')];
  return { sales: after.sales - before.sales, commission: centsToNumber(after.cents - before.cents) };

  function counted(side: 'before' | 'after'): { sales: number; cents: number } {
    const value = (field: string) => entry.changes.find((one) => one.field === field)?.[side]?.value;
    const isOnRow = value('employeeId') === employeeId && value('entryDate') === date;
    if (!isOnRow || value('status') !== 'Closed') return { sales: 0, cents: 0 };
    return { sales: 1, cents: Number(value('commissionCents')) };
  }
}

/** Those on whose rows an event of a sale may be: who had it before, and who had it after. */
export function ownersOf({ changes }: HistoryEntry): readonly string[] {
  const { before = null, after = null } = changes.find(({ field }) => field === 'employeeId') ?? {};
  return [...new Set([before, after].flatMap((owner) => (owner ? [String(owner.value)] : [])))];
}

/** Figures of a row that each type of event of a shift can alter. */
const BY_SHIFT: Readonly<Record<string, readonly Compared[]>> = {
  ShiftStarted: ['login_time', 'shift_duration', 'sales_per_hour'],
  ShiftResumed: ['sales_per_hour'],
  ShiftEnded: ['sales_per_hour'],
  ShiftDurationSet: ['shift_duration', 'sales_per_hour'],
};

export function maySway(entry: HistoryEntry, differing: readonly Compared[]): boolean {
  return BY_SHIFT[entry.type]?.some((figure) => differing.includes(figure)) ?? false;
}

const BY_PERSON: Readonly<Record<string, Compared>> = {
  firstName: 'first_name',
  lastName: 'last_name',
  campaignId: 'campaign_name',
};

/** Whether an edit of a person altered what of him is on the board. */
export function renames({ changes }: HistoryEntry, differing: readonly Compared[]): boolean {
  return changes.some(({ field, changed }) => {
    const figure = BY_PERSON[field];
    return changed && figure !== undefined && differing.includes(figure);
  });
}

/** Whether an edit of a campaign gave it, or took from it, this name. */
export function renamesCampaign({ changes }: HistoryEntry, name: string | null | undefined): boolean {
  const { changed = false, before = null } = changes.find(({ field }) => field === 'name') ?? {};
  return changed && before !== null && before.value === name;
}
