import { countedMs, type ShiftHours } from '../shift-hours.ts';

const HOUR_MS = 3_600_000;

export const DURATION_SOURCES = ['nobody', 'standing', 'typed'] as const;

/** The rules by which hours count; each has a text. */
export const HOURS_RULES = [
  'ended, set',
  'ended, clocked',
  'ended, at least an hour',
  'open, clocked',
  'open, at least an hour',
  'open, at most the set duration',
  'zero hours',
] as const;
export type HoursRule = (typeof HOURS_RULES)[number];

export const hoursRuleWords: Readonly<Record<HoursRule, string>> = {
  'ended, set': 'The shift has ended: its set duration counts',
  'ended, clocked': 'The shift has ended and nobody set a duration: the time from login to its end counts',
  'ended, at least an hour':
    'The shift has ended and nobody set a duration: the time from login to its end counts, at least one hour',
  'open, clocked': 'Open shift: the time since login counts, at least one hour, at most the set duration',
  'open, at least an hour':
    'Open shift: the time since login counts, at least one hour, at most the set duration; it is less than an hour',
  'open, at most the set duration':
    'Open shift: the time since login counts, at least one hour, at most the set duration; that is reached',
  'zero hours': 'The set duration is 0 hours: there is nothing to divide by',
};

export type CountedTime = {
  /** Milliseconds from the first login to the end of the shift, or to `now`; never below 0. */
  readonly clockedMs: number;
  /** Milliseconds that sales are divided by; 0 when there is no rate. */
  readonly countedMs: number;
  readonly rule: HoursRule;
};

/** The hours of a shift at `now` (UTC ISO-8601), and the rule that applied. */
export function countedTime(shift: ShiftHours, now: string): CountedTime {
  const clocked = Math.max(0, Date.parse(shift.endedAt ?? now) - Date.parse(shift.startedAt));
  const counted = countedMs(shift, now);
  return { clockedMs: clocked, countedMs: counted, rule: ruleOf(shift, clocked, counted) };
}

function ruleOf({ endedAt, setDuration }: ShiftHours, clocked: number, counted: number): HoursRule {
  if (counted === 0) return 'zero hours';
  if (endedAt !== null && setDuration !== null) return 'ended, set';
  const isRaised = clocked < HOUR_MS;
  if (endedAt !== null) return isRaised ? 'ended, at least an hour' : 'ended, clocked';
  if (setDuration !== null && clocked > setDuration * HOUR_MS) return 'open, at most the set duration';
  return isRaised ? 'open, at least an hour' : 'open, clocked';
}

/**
 * A quotient of whole numbers, cut after six decimals; `…` marks that digits follow. `2/3` is `0.666666…`.
 * Throws for a divisor of 0.
 */
export function quotient(over: bigint, under: bigint): string {
  const millionths = (over * 1_000_000n) / under;
  const fraction = String(millionths % 1_000_000n).padStart(6, '0');
  const goesOn = (over * 1_000_000n) % under !== 0n;
  const digits = goesOn ? `${fraction}…` : fraction.replace(/0+$/, '');
  return `${millionths / 1_000_000n}${digits && `.${digits}`}`;
}

/** Closed sales ÷ hours, from milliseconds; null when they are 0. */
export function unroundedRate(closedSales: number, counted: number): string | null {
  return counted === 0 ? null : quotient(BigInt(closedSales) * BigInt(HOUR_MS), BigInt(counted));
}
