import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { shiftId } from '#contracts/events/shift.events.ts';
import { messages } from '#contracts/messages.ts';
import { isPastAtom } from '../../api/as-of.atoms.ts';
import { type Goal, goalAtom, goalText } from '../../kit/numbers/hourly-goal.atoms.ts';
import { OpenableNumber } from '../../kit/numbers/openable-number.view.tsx';
import { historyPath, paths, pathTo } from '../../kit/paths.ts';
import { campaignsQuery } from '../../kit/queries/campaigns.queries.ts';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { hasRole } from '../../kit/session/permissions.ts';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { NowOnly } from '../../kit/time-travel/now-only.view.tsx';
import {
  ownPastProblemAtom,
  ownPastStateAtom,
  pastSelfAtom,
  reloadOwnPastAtom,
} from '../../kit/time-travel/own-past.atoms.ts';
import { noAlert } from '../../ui/alert.ts';
import { Button } from '../../ui/button.tsx';
import { DurationEdit } from '../../ui/duration-edit.tsx';
import { Facts } from '../../ui/facts.tsx';
import { formatDecimal, formatHours, formatRate, timeFieldAt } from '../../ui/format.ts';
import { Loading } from '../../ui/mark.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import { NumberRoll } from '../../ui/number-roll.tsx';
import { Progress } from '../../ui/progress.tsx';
import { TimeEdit } from '../../ui/time-edit.tsx';
import styles from './figure-card.module.css';
import {
  type Shift,
  saveShiftDurationAtom,
  saveShiftStartAtom,
  shiftAtom,
  shiftDurationAlertAtom,
  shiftDurationSentAtom,
} from './own-day.atoms.ts';

export function MyGoal() {
  const goal = useAtomValue(goalAtom);
  const past = useAtomValue(ownPastStateAtom);
  return (
    <section className={styles.card} aria-labelledby="my-goal">
      <h2 id="my-goal">My Goal</h2>
      {past !== 'there' ? <NotThen state={past} /> : goal ? <GoalFigures goal={goal} /> : <NoGoal />}
    </section>
  );
}

/** Links people who may choose their own campaign to that form. */
function NoGoal() {
  const me = useAtomValue(employeeAtom);
  return (
    <p className={styles.nothing}>
      <NowOnly past="You had no campaign then, so there was no goal.">
        You have no campaign yet, so there is no goal.{' '}
        {hasRole(me, 'manager') ? <CampaignLink /> : 'Ask your supervisor for one.'}
      </NowOnly>
    </p>
  );
}

function CampaignLink() {
  const { id } = useAtomValue(employeeAtom);
  const campaigns = useQuery(campaignsQuery, null)?.requestedData;
  return campaigns?.length === 0 ? (
    <Link to={paths.addCampaign}>Add one first</Link>
  ) : (
    <Link to={pathTo(paths.editEmployee, id)}>Choose one</Link>
  );
}

function GoalFigures({ goal }: { goal: Goal }) {
  const { id } = useAtomValue(employeeAtom);
  const rate = formatRate(goal.rate);
  return (
    <>
      <p className={styles.main}>
        <strong>
          <OpenableNumber question={{ of: 'goal', id }} text={rate}>
            <NumberRoll text={rate} />
          </OpenableNumber>
        </strong>
        <span className={styles.unit}>of {plain(goal.hourlySales)} sales per hour</span>
      </p>
      <Progress share={goal.share ?? 0} label="Progress towards the hourly goal" />
      <p className={styles.unit}>
        {goalText(goal)}
        {goal.hourlyDecisions ? ` · ${plain(goal.hourlyDecisions)} decisions per hour` : ''}
      </p>
    </>
  );
}

function plain(value: number): string {
  return formatDecimal(value, Number.isInteger(value) ? 0 : 2);
}

export function ShiftDetails() {
  const shift = useAtomValue(shiftAtom);
  const past = useAtomValue(ownPastStateAtom);
  const isPast = useAtomValue(isPastAtom);
  const pastSelf = useAtomValue(pastSelfAtom);
  const { id, campaignname } = useAtomValue(employeeAtom);
  return (
    <section className={styles.card} aria-labelledby="shift-details">
      <div className={styles.head}>
        <h2 id="shift-details">Shift Details</h2>
        <Link to={paths.myShifts}>My Shifts</Link>
      </div>
      {past !== 'there' ? (
        <NotThen state={past} />
      ) : shift.loginTime ? (
        <>
          <Facts
            facts={[
              [
                'Login Time',
                <Start key="login" loginTime={shift.loginTime} timezone={shift.timezone}>
                  <Link to={historyPath('shift', shiftId(id, shift.date))} title="History of the shift">
                    {`${shift.begin} (${elapsed(shift.minutes)})`}
                  </Link>
                </Start>,
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
          <Beginning {...shift} />
          <Told />
        </>
      ) : shift.isStarting ? (
        <Loading label="Starting your shift" />
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

/** The start of the shift, which its owner may correct. */
function Start({
  loginTime,
  timezone,
  children,
}: Pick<Shift, 'timezone'> & { loginTime: string; children: ReactNode }) {
  const [isBusy, save] = useAtom(saveShiftStartAtom);
  return (
    <NowOnly past={children}>
      <TimeEdit label="Login Time" time={timeFieldAt(loginTime, timezone)} busy={isBusy} onSave={save}>
        {children}
      </TimeEdit>
    </NowOnly>
  );
}

/** Why the shift began, when not by signing in. */
function Beginning({ startReason, begin: time }: Shift) {
  if (startReason === 'refresh') {
    return (
      <p className={styles.nothing}>
        Your shift began at {time}, as you were still signed in. A shift over midnight counts on both dates.
      </p>
    );
  }
  if (startReason === 'sale')
    return <p className={styles.nothing}>Your shift began at {time} with your first sale of the day.</p>;
  if (startReason === 'manager') return <p className={styles.nothing}>Your shift was added by a manager.</p>;
  if (startReason === 'corrected')
    return <p className={styles.nothing}>The start of your shift was corrected to {time}.</p>;
  return null;
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

type NotThenProps = { state: Exclude<ReturnType<(typeof ownPastStateAtom)['read']>, 'there'> };

/** Shown instead of own figures of the past that do not exist, or are not loaded yet. */
function NotThen({ state }: NotThenProps) {
  const problem = useAtomValue(ownPastProblemAtom);
  const reload = useSetAtom(reloadOwnPastAtom);
  if (state === 'loading') return <Loading label="Loading how it was" />;
  if (state === 'not here') return <p className={styles.nothing}>You were not in the company yet.</p>;
  return (
    <>
      <p className={styles.nothing}>{problem}</p>
      <Button variant="plain" onClick={() => void reload()}>
        Try again
      </Button>
    </>
  );
}
