import { type Atom, useAtom, useAtomValue, useSetAtom } from 'jotai';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ShiftLogRow } from '#contracts/endpoints/logs.endpoints.ts';
import { shiftId } from '#contracts/events/shift.events.ts';
import { OpenableNumber } from '../../kit/numbers/openable-number.view.tsx';
import type { Sum } from '../../kit/numbers/opened-number.atoms.ts';
import { historyPath } from '../../kit/paths.ts';
import { NowOnly } from '../../kit/time-travel/now-only.view.tsx';
import type { Column } from '../../ui/column.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { DurationEdit } from '../../ui/duration-edit.tsx';
import { formatDate, formatLoginTime, formatMoney, formatRate, timeFieldAt } from '../../ui/format.ts';
import { Money, NumberRoll } from '../../ui/number-roll.tsx';
import { TimeEdit } from '../../ui/time-edit.tsx';
import { AddShift } from './add-shift.view.tsx';
import {
  aboutSumsAtom,
  commissionSumAtom,
  hoursSumAtom,
  meanRateAtom,
  reportTotalsAtom,
  setDurationAtom,
  shiftsText,
} from './report.atoms.ts';
import type { Dates } from './report-period.ts';
import styles from './report-table.module.css';
import { countedText, durationText, hoursOf } from './shift-hours.ts';
import { setStartAtom } from './shift-times.atoms.ts';

type DayFigure = 'commission of the day' | 'sales per hour';

const figure = (value: number | 'N/A') => (value === 'N/A' ? null : value);

/** Enough decimals that the hours of a file add up to the total. */
const exact = (hours: number | null) => hours && Number(hours.toFixed(6));

const dayOf = ({ employee_id: id, login_date: date }: ShiftLogRow, of: DayFigure) => ({ of, id, date });

/** With `mayEdit` the start and the duration of each shift can be changed. */
export const reportColumns = (mayEdit: boolean): readonly Column<ShiftLogRow>[] => [
  { label: 'No', show: (_shift, place) => place, numeric: true, card: 'none' },
  {
    label: 'Login Date',
    show: (shift) => (
      <Link
        to={historyPath('shift', shiftId(shift.employee_id, shift.login_date))}
        title="History of the shift"
      >
        {formatDate(shift.login_date)}
      </Link>
    ),
    sortBy: (shift) => Date.parse(shift.login_date),
    csv: (shift) => shift.login_date,
    card: 'heading',
  },
  {
    label: 'Login Time',
    show: (shift) => <Begin shift={shift} mayEdit={mayEdit} />,
    sortBy: (shift) => shift.login_time && Date.parse(shift.login_time),
    csv: ({ login_time, timezone }) => login_time && timeFieldAt(login_time, timezone),
    alsoCsv: { 'Time zone': (shift) => shift.timezone },
    numeric: true,
  },
  {
    label: 'Shift Duration',
    show: (shift) => <Duration shift={shift} mayEdit={mayEdit} />,
    sortBy: hoursOf,
    csv: (shift) => exact(hoursOf(shift)),
    alsoCsv: { 'Counted hours': (shift) => exact(shift.hours) },
    numeric: true,
  },
  {
    label: 'Commission',
    show: (shift) => (
      <OpenableNumber question={dayOf(shift, 'commission of the day')} text={formatMoney(shift.commission)}>
        <Money dollars={shift.commission} />
      </OpenableNumber>
    ),
    sortBy: (shift) => shift.commission,
    numeric: true,
    card: 'main',
  },
  {
    label: 'Sales/hr',
    show: (shift) => (
      <OpenableNumber question={dayOf(shift, 'sales per hour')} text={formatRate(shift.sales_per_hour)}>
        <NumberRoll text={formatRate(shift.sales_per_hour)} />
      </OpenableNumber>
    ),
    sortBy: (shift) => figure(shift.sales_per_hour),
    alsoCsv: { Sales: (shift) => shift.sales },
    numeric: true,
  },
];

const COLUMNS = reportColumns(true);
const READ_ONLY_COLUMNS = reportColumns(false);

const REASONS: Readonly<Record<NonNullable<ShiftLogRow['start_reason']>, string | null>> = {
  login: null,
  refresh: 'Still signed in',
  sale: 'First sale',
  manager: 'Added',
  corrected: 'Corrected',
};

/** When the shift began, and why, when not by signing in. */
function Begin({ shift, mayEdit }: { shift: ShiftLogRow; mayEdit: boolean }) {
  const { login_time, timezone, start_reason, employee_id: employeeId, login_date: loginDate } = shift;
  const [isBusy, setStart] = useAtom(setStartAtom);
  if (login_time === null) return 'No shift';
  const reason = start_reason && REASONS[start_reason];
  const time = formatLoginTime(shift);
  return (
    <>
      {mayEdit ? (
        <NowOnly past={time}>
          <TimeEdit
            label={`Login Time of ${formatDate(loginDate)}`}
            time={timeFieldAt(login_time, timezone)}
            busy={isBusy}
            onSave={(loginTime) => setStart({ employeeId, loginDate, loginTime })}
          >
            {time}
          </TimeEdit>
        </NowOnly>
      ) : (
        time
      )}
      {reason && <span className={styles.reason}>{reason}</span>}
    </>
  );
}

/** The hours of a shift, and those that count where they differ. */
function Duration({ shift, mayEdit }: { shift: ShiftLogRow; mayEdit: boolean }) {
  const set = useSetAtom(setDurationAtom);
  const text = durationText(shift);
  if (!mayEdit) return <Hours of={shift}>{text}</Hours>;
  if (shift.login_time === null) return <AddShift employeeId={shift.employee_id} date={shift.login_date} />;
  return (
    <Hours of={shift}>
      <NowOnly past={text}>
        <DurationEdit
          label={`Shift Duration of ${formatDate(shift.login_date)}`}
          hours={shift.shift_duration}
          text={text}
          onSave={(digit) => void set(shift, digit)}
        />
      </NowOnly>
    </Hours>
  );
}

function Hours({ of: shift, children }: { of: ShiftLogRow; children: ReactNode }) {
  const counted = countedText(shift);
  return (
    <>
      {children}
      {counted && <span className={styles.reason}>{counted}</span>}
    </>
  );
}

type ReportTableProps = {
  shifts: readonly ShiftLogRow[];
  name: string;
  /** Null for all. */
  dates: Dates | null;
  mayEdit: boolean;
  empty: ReactNode;
};

export function ReportTable({ shifts, name, dates, mayEdit, empty }: ReportTableProps) {
  return (
    <DataTable
      caption={`Shifts of ${name}`}
      columns={mayEdit ? COLUMNS : READ_ONLY_COLUMNS}
      rows={shifts}
      keyOf={(shift) => shift.id}
      glowOn={(shift) => `${shift.shift_duration} ${shift.commission}`}
      download={dates ? `report ${name} ${datesInName(dates)}` : `report ${name}`}
      empty={empty}
    />
  );
}

function datesInName({ from, to }: Dates): string {
  if (from === '' || to === '') return from ? `since ${from}` : `until ${to}`;
  return from === to ? from : `${from} to ${to}`;
}

/** The totals of the shifts below. */
export function ReportTotals() {
  const { commission, shifts } = useAtomValue(reportTotalsAtom);
  return (
    <dl className={styles.totals}>
      <div>
        <dt>Commission</dt>
        <dd data-testid="report-commission">
          <Total of={commissionSumAtom}>
            <Money dollars={commission} />
          </Total>
        </dd>
      </div>
      <div>
        <dt>{shiftsText(shifts)}</dt>
        <dd>
          <Total of={hoursSumAtom} />
        </dd>
      </div>
      <div>
        <dt>Average sales/hr</dt>
        <dd>
          <Total of={meanRateAtom} />
        </dd>
      </div>
    </dl>
  );
}

/** Opens the shifts that have the figure; each of them opens its day. */
function Total({ of, children }: { of: Atom<Sum>; children?: ReactNode }) {
  const { text } = useAtomValue(of);
  const about = useAtomValue(aboutSumsAtom);
  return (
    <OpenableNumber question={{ of: 'sum', about, sumAtom: of }} text={text}>
      {children ?? text}
    </OpenableNumber>
  );
}
