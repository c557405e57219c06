import { BookOpenText, Radio, Sigma } from 'lucide-react';
import { paths } from '../../kit/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Section } from './section.view.tsx';
import styles from './why.module.css';

const CARDS = [
  {
    icon: Radio,
    title: 'Reports in real time',
    text: 'Nothing is refreshed overnight. The billboard, the commission and the hourly goal change while somebody is still on the phone, on every screen at once and on the wall of the office.',
  },
  {
    icon: Sigma,
    title: 'Commission nobody argues about',
    text: 'One formula for everybody, shown beside every sale, in exact arithmetic and rounded to whole cents. Every change keeps who made it and when.',
  },
  {
    icon: BookOpenText,
    title: 'Memos and job aids at hand',
    text: 'Scripts, price lists and memos are one click away from the sale. What a manager changes is what everybody reads from then on.',
  },
] as const;

export function Why() {
  return (
    <Section
      title="Why Tallyboard stands out"
      lead={<p>Most tools report what happened. This one is where it happens.</p>}
    >
      <ul className={styles.cards}>
        {CARDS.map(({ icon, title, text }) => (
          <li key={title}>
            <Icon of={icon} size={28} />
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <div className={styles.start} data-theme="dark">
        <p>Put your floor on the board.</p>
        <div className={styles.actions}>
          <LinkButton to={paths.register}>Start your free trial</LinkButton>
          <LinkButton variant="plain" to={paths.pricing}>
            See pricing
          </LinkButton>
        </div>
      </div>
    </Section>
  );
}
