import { FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDecimal, formatPercent } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Tally } from '../../ui/tally.tsx';
import { CAMPAIGNS } from './demo-sales.ts';
import { Section } from './section.view.tsx';
import styles from './services.module.css';

const CARDS: readonly { title: string; text: string; picture: ReactNode }[] = [
  {
    title: 'Campaign-based team management',
    text: 'Put each associate on a campaign with its own commission and tax. Move somebody, and the next sale counts there.',
    picture: <CampaignsPicture />,
  },
  {
    title: 'Team-based goal setting',
    text: 'Set sales and decisions per hour once, give them to as many campaigns as you like, and everybody sees how far the hour is.',
    picture: <GoalPicture />,
  },
  {
    title: 'Performance metrics dashboard',
    text: 'Sales per hour, commission, the shift and the week. Associates see their own figures, managers everybody’s.',
    picture: <WeekPicture />,
  },
  {
    title: 'Centralized company communications',
    text: 'A memo, a price list, a new script: posted once, in one place, and everybody has the newest version.',
    picture: <MemosPicture />,
  },
  {
    title: 'Built-in user guides',
    text: 'Every screen says what to do next, every form shows its formula, and the keys that save time are right there.',
    picture: <GuidesPicture />,
  },
];

export function Services() {
  return (
    <Section
      title="Everything a sales floor runs on"
      lead={<p>Campaigns, goals, figures, memos and guides: one place instead of five tools.</p>}
    >
      <ul className={styles.cards}>
        {CARDS.map(({ title, text, picture }) => (
          <li key={title} className={styles.card}>
            <div className={styles.picture} aria-hidden="true">
              {picture}
            </div>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const TEAMS = [
  [CAMPAIGNS.solar, 9],
  [CAMPAIGNS.pumps, 6],
  [CAMPAIGNS.batteries, 4],
] as const;

function CampaignsPicture() {
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

function GoalPicture() {
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

function MemosPicture() {
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

function GuidesPicture() {
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

function WeekPicture() {
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
