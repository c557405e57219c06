import { FileText } from 'lucide-react';
import { formatDecimal, formatPercent } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Tally } from '../../ui/tally.tsx';
import { CAMPAIGNS } from './demo-sales.ts';
import styles from './service-pictures.module.css';

const TEAMS = [
  [CAMPAIGNS.solar, 9],
  [CAMPAIGNS.pumps, 6],
  [CAMPAIGNS.batteries, 4],
] as const;

export function CampaignsPicture() {
  return (
    <ul className={styles.lines}>
      {TEAMS.map(([{ name, commissionPercent }, people]) => (
        <li key={name}>
          <b>{name}</b>
          <span className={styles.team}>
            <Tally count={people} label={`${people} people`} />
          </span>
          <span className={styles.rate}>{formatPercent(commissionPercent)}</span>
        </li>
      ))}
    </ul>
  );
}

export function GoalPicture() {
  return (
    <div className={styles.goal}>
      <p>
        <strong>3</strong> of 4 sales this hour
      </p>
      <Progress share={0.75} label="3 of 4" />
      <p className={styles.small}>22 minutes left</p>
    </div>
  );
}

const MEMOS = [
  ['Tax rates from December', 'Memo'],
  ['Call-back script, new', 'Job aid'],
  ['Heat pump price list', 'Job aid'],
] as const;

export function MemosPicture() {
  return (
    <ul className={styles.lines}>
      {MEMOS.map(([name, kind]) => (
        <li key={name}>
          <Icon of={FileText} size={16} />
          <b>{name}</b>
          <span>{kind}</span>
        </li>
      ))}
    </ul>
  );
}

const KEYS = [
  ['n', 'New sale'],
  ['/', 'Search the list'],
  ['Enter', 'Save'],
] as const;

export function GuidesPicture() {
  return (
    <ul className={styles.keys}>
      {KEYS.map(([key, does]) => (
        <li key={key}>
          <kbd>{key}</kbd>
          {does}
        </li>
      ))}
    </ul>
  );
}

/** Sales per hour of made-up days. */
const WEEK = [
  ['Mon', 1.1],
  ['Tue', 1.6],
  ['Wed', 1.3],
  ['Thu', 2.1],
  ['Fri', 2.6],
] as const;

const [WIDTH, FLOOR, FULL] = [56, 128, 36];

export function WeekPicture() {
  return (
    <svg className={styles.week} viewBox={`0 0 ${WEEK.length * WIDTH} ${FLOOR + 24}`} aria-hidden="true">
      <path className={styles.floor} d={`M0 ${FLOOR}H${WEEK.length * WIDTH}`} />
      {WEEK.map(([day, rate], at) => {
        const [left, height] = [at * WIDTH + 12, rate * FULL];
        const isBest = at === WEEK.length - 1;
        return (
          <g key={day} data-best={isBest}>
            <rect x={left} y={FLOOR - height} width={32} height={height} />
            <text x={left + 16} y={FLOOR - height - 8}>
              {formatDecimal(rate)}
            </text>
            <text x={left + 16} y={FLOOR + 18}>
              {day}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
