import { paths } from '../../kit/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { formatPercent } from '../../ui/format.ts';
import { Progress } from '../../ui/progress.tsx';
import { Tally } from '../../ui/tally.tsx';
import styles from './campaigns-and-goals.module.css';
import { CAMPAIGNS } from './demo-sales.ts';
import { Section } from './section.view.tsx';

const HOURLY_GOAL = 4;
const HOUR = [
  { campaign: CAMPAIGNS.solar, sold: 5 },
  { campaign: CAMPAIGNS.pumps, sold: 3 },
  { campaign: CAMPAIGNS.batteries, sold: 2 },
] as const;

export function CampaignsAndGoals() {
  return (
    <Section
      title="A goal for the hour, not for the quarter"
      sheet
      beside
      lead={
        <>
          <p>
            A goal says how many sales and decisions an hour should bring. A campaign takes a goal and adds
            its commission and its tax. People join a campaign, and from then on everybody sees the same
            number to beat.
          </p>
          <p>
            Change a rate whenever you need to: sales that are recorded keep the one they were made with, so
            no commission changes behind anybody’s back.
          </p>
        </>
      }
      action={
        <LinkButton variant="plain" to={paths.register}>
          Set your first goal
        </LinkButton>
      }
    >
      <figure className={styles.tree}>
        <figcaption className={styles.goal}>
          <span>Goal</span>
          <b>Spring floor</b>
          <span>
            <strong>{HOURLY_GOAL}</strong> sales/hr
          </span>
          <span>
            <strong>12</strong> decisions/hr
          </span>
        </figcaption>
        <ul className={styles.campaigns}>
          {HOUR.map(({ campaign: { name, commissionPercent, taxPercent }, sold }) => (
            <li key={name}>
              <b>{name}</b>
              <span className={styles.rates}>
                {formatPercent(commissionPercent)} commission, {formatPercent(taxPercent)} tax
              </span>
              <Tally count={sold} label={`${sold} sales this hour`} />
              <span className={styles.count} data-reached={sold >= HOURLY_GOAL}>
                {sold} of {HOURLY_GOAL}
              </span>
              <Progress share={sold / HOURLY_GOAL} label={`${name}: ${sold} of ${HOURLY_GOAL}`} />
            </li>
          ))}
        </ul>
      </figure>
    </Section>
  );
}
