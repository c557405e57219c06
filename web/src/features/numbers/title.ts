import type { NumberQuestion } from '../../app/numbers/opened-number.atoms.ts';
import { formatDate, formatMoney, formatNumber, formatRate } from '../../ui/format.ts';
import type { Opened } from './numbers.atoms.ts';

/** The number that is open, as the facts give it. */
export function numberText({ of }: NumberQuestion, opened: Opened): string {
  const { commission, sales_per_hour: rate = 'N/A', goal } = opened;
  if (of === 'commission' || of === 'commission of the day') return formatMoney(commission);
  if (of === 'goal' && goal)
    return `${formatRate(rate)} of ${formatNumber(goal.hourly_sales)} sales per hour`;
  return rate === 'N/A' ? rate : `${formatRate(rate)} sales per hour`;
}

/** Whose number it is, and of when. */
export function aboutText(question: NumberQuestion, { employee, date }: Opened): string {
  const day = question.of === 'commission' ? question.date : date;
  return `${employee.first_name} ${employee.last_name}, ${day ? formatDate(day, 'long') : 'all time'}`;
}
