import type { EventType } from './vocabulary.ts';

/** Turns the data of one version into the data of the next. Pure, total, never edits its input. */
export type Upcaster = (data: unknown) => unknown;

/**
 * The place where old events learn new shapes. The upcaster at index 0 takes version 1 to version 2, and so
 * on; the version an event is written with is the number of its upcasters plus one.
 */
export const upcasters: Partial<Record<EventType, readonly Upcaster[]>> = {
  ShiftResumed: [(data) => ({ ...(data as object), timeZone: null })],
};

export function currentVersion(type: EventType): number {
  return (upcasters[type]?.length ?? 0) + 1;
}
