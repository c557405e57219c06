import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { Link } from 'react-router-dom';
import { shiftId } from '#contracts/events/shift.events.ts';
import { messages } from '#contracts/messages.ts';
import { isPastAtom } from '../../api/as-of.atoms.ts';
import { todayAtom } from '../../kit/clock.atoms.ts';
import { OpenableNumber } from '../../kit/numbers/openable-number.view.tsx';
import { historyPath } from '../../kit/paths.ts';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { NowOnly } from '../../kit/time-travel/now-only.view.tsx';
import { ownPastStateAtom, pastSelfAtom } from '../../kit/time-travel/own-past.atoms.ts';
import { noAlert } from '../../ui/alert.ts';
import { Button } from '../../ui/button.tsx';
import { DurationEdit } from '../../ui/duration-edit.tsx';
import { Facts } from '../../ui/facts.tsx';
import { formatHours, formatRate, formatTime } from '../../ui/format.ts';
import { MessageBox } from '../../ui/message-box.tsx';
import { NumberRoll } from '../../ui/number-roll.tsx';
import styles from './figure-card.module.css';
import { NotThen } from './not-then.view.tsx';
import {
  type Shift,
  saveShiftDurationAtom,
  shiftAtom,
  shiftDurationAlertAtom,
  shiftDurationSentAtom,
} from './own-day.atoms.ts';

export function ShiftDetails() {
  const shift = useAtomValue(shiftAtom);
  const past = useAtomValue(ownPastStateAtom);
  const isPast = useAtomValue(isPastAtom);
  const pastSelf = useAtomValue(pastSelfAtom);
  const { id, campaignname } = useAtomValue(employeeAtom);
  const today = useAtomValue(todayAtom);
  return (
    <section className={styles.card} aria-labelledby="shift-details">
      <h2 id="shift-details">Shift Details</h2>
      {past !== 'there' ? (
        <NotThen state={past} />
      ) : shift.loginTime ? (
        <>
          <Facts
            facts={[
              [
                'Login Time',
                <Link key="login" to={historyPath('shift', shiftId(id, today))} title="History of the shift">
                  {`${formatTime(shift.loginTime)} (${elapsed(shift.minutes)})`}
                </Link>,
              ],
              ['Shift Duration', <Duration key="duration" {...shift} />],
              [
                'Sales/hr',
                <OpenableNumber
                  key="rate"
                  question={{ of: 'sales per hour', id, date: 'today' }}
                  text={formatRate(shift.rate)}
                >
                  <NumberRoll text={formatRate(shift.rate)} />
                </OpenableNumber>,
              ],
              ['Campaign', (isPast ? pastSelf?.campaignname : campaignname) ?? 'None'],
            ]}
          />
          <Told />
        </>
      ) : (
        <NowOnly past={<p className={styles.nothing}>You had not signed in yet that day.</p>}>
          <div className={styles.missing}>
            <p role="alert">{messages.shiftStartMissing}</p>
            <Button variant="plain" onClick={() => window.location.reload()}>
              Reload page
            </Button>
          </div>
        </NowOnly>
      )}
    </section>
  );
}

function Duration({ duration }: Shift) {
  const sent = useAtomValue(shiftDurationSentAtom);
  const save = useSetAtom(saveShiftDurationAtom);
  return (
    <span className={styles.inLine}>
      <NowOnly past={formatHours(duration)}>
        <DurationEdit
          label="Shift Duration"
          hours={sent === null ? duration : Number(sent)}
          busy={sent !== null}
          onSave={(digit) => void save(digit)}
        />
      </NowOnly>
    </span>
  );
}

function Told() {
  const [alert, setAlert] = useAtom(shiftDurationAlertAtom);
  return <MessageBox alert={alert} onClose={() => setAlert(noAlert)} />;
}

function elapsed(minutes: number): string {
  if (minutes < 1) return 'just now';
  const hours = Math.floor(minutes / 60);
  return hours > 0 ? `${hours} h ${minutes % 60} min ago` : `${minutes} min ago`;
}
