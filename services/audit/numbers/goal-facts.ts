import Big from 'big.js';
import { quotient } from '#contracts/numbers/counted-hours.ts';
import type { DayFacts } from './day-facts.ts';
import type { HourlyGoal } from './number-facts.port.ts';

const HOUR_MS = 3_600_000n;

/** The goal, what was due in the counted hours, and how far the shown rate has come. */
export function goalFacts({ hours, rate }: Pick<DayFacts, 'hours' | 'rate'>, { campaign, goal }: HourlyGoal) {
  const sold = rate === 'N/A' ? 0 : rate;
  return {
    campaign,
    goal: goal && {
      name: goal.name,
      hourly_sales: goal.hourlySales,
      hourly_decisions: goal.hourlyDecisions,
    },
    due: goal && hours ? dueIn(goal.hourlySales, hours.counted_ms) : null,
    progress: goal && goal.hourlySales > 0 ? sold / goal.hourlySales : null,
  };
}

/** Hourly goal × hours, to six decimals. */
function dueIn(hourlySales: number, countedMs: number): string {
  const [whole = '', fraction = ''] = new Big(hourlySales).times(countedMs).toFixed().split('.');
  return quotient(BigInt(whole + fraction), HOUR_MS * 10n ** BigInt(fraction.length));
}
