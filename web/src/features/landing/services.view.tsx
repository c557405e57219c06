import type { ReactNode } from 'react';
import { Section } from './section.view.tsx';
import {
  CampaignsPicture,
  GoalPicture,
  GuidesPicture,
  MemosPicture,
  WeekPicture,
} from './service-pictures.view.tsx';
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
