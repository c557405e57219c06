import { useAtomValue } from 'jotai';
import { messages } from '#contracts/messages.ts';
import { employeeAtom } from '../../app/session.atoms.ts';
import { Facts } from '../../ui/facts.tsx';
import { formatHours, formatRate, formatTime } from '../../ui/format.ts';
import { NumberRoll } from '../../ui/number-roll.tsx';
import styles from './figure-card.module.css';
import { shiftAtom } from './own-day.atoms.ts';

export function ShiftDetails() {
  const shift = useAtomValue(shiftAtom);
  const { campaignname } = useAtomValue(employeeAtom);
  return (
    <section className={styles.card} aria-labelledby="shift-details">
      <h2 id="shift-details">Shift Details</h2>
      {shift.loginTime ? (
        <Facts
          facts={[
            ['Login Time', `${formatTime(shift.loginTime)} (${elapsed(shift.minutes)})`],
            ['Shift Duration', formatHours(shift.duration)],
            ['Sales/hr', <NumberRoll key="rate" text={formatRate(shift.rate)} />],
            ['Campaign', campaignname ?? 'None'],
          ]}
        />
      ) : (
        <p className={styles.nothing}>{messages.shiftStartMissing}</p>
      )}
    </section>
  );
}

function elapsed(minutes: number): string {
  if (minutes < 1) return 'just now';
  const hours = Math.floor(minutes / 60);
  return hours > 0 ? `${hours} h ${minutes % 60} min ago` : `${minutes} min ago`;
}
