import { formatMoney } from './format.ts';
import { NumberRoll } from './number-roll.tsx';

/** Dollars in the person's locale; rolls when it changes. */
export function Money({ dollars }: { dollars: number }) {
  return <NumberRoll text={formatMoney(dollars)} />;
}
