import { Check } from 'lucide-react';
import { BASE_PRICE, SEAT_PRICE } from '#contracts/plan.ts';
import { paths } from '../../kit/paths.ts';
import { PublicPage } from '../../kit/public/public-page.view.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './pricing.module.css';

export function PricingPage() {
  return (
    <PublicPage
      title="Pricing"
      description={`${SEAT_PRICE} per employee and month after a free trial of 7 days. No commitment, cancel anytime.`}
    >
      <div className={styles.page}>
        <h1>Choose the Perfect Plan for Your Team</h1>
        <div className={styles.plans}>
          {PLANS.map((plan, at) => (
            <PlanCard key={plan.name} plan={plan} isMain={at === 0} />
          ))}
        </div>
      </div>
    </PublicPage>
  );
}

function PlanCard({
  plan: { name, price, per, features, action, to },
  isMain,
}: {
  plan: Plan;
  isMain: boolean;
}) {
  return (
    <section className={styles.plan} data-theme={isMain ? 'dark' : undefined} aria-label={name}>
      <h2>{name}</h2>
      <div className={styles.price}>
        <strong>{price}</strong> <span>{per}</span>
        {isMain && (
          <p className={styles.note}>
            Prices in CAD. A base fee of {BASE_PRICE} per company and month is added after the trial.
          </p>
        )}
      </div>
      <ul>
        {features.map((feature) => (
          <li key={feature}>
            <Icon of={Check} size={18} />
            {feature}
          </li>
        ))}
      </ul>
      <LinkButton variant={isMain ? 'main' : 'plain'} wide to={to}>
        {action}
      </LinkButton>
    </section>
  );
}

type Plan = {
  readonly name: string;
  readonly price: string;
  readonly per: string;
  readonly features: readonly string[];
  readonly action: string;
  /** Both lead to the registration: a large company starts as a small one does. */
  readonly to: string;
};

const FEATURES = [
  '7 days free trial',
  '24/7 support',
  'Free staff training',
  'Access to built-in guides',
  'No commitment',
  'Cancel anytime',
] as const;

const PLANS: readonly Plan[] = [
  {
    name: 'Standard Plan',
    price: SEAT_PRICE,
    per: 'per employee',
    features: FEATURES,
    action: 'Get Started',
    to: paths.register,
  },
  {
    name: 'Enterprise Plan',
    price: 'Custom',
    per: 'for over 300 employees',
    features: [...FEATURES, 'Custom pricing'],
    action: 'Contact Sales',
    to: paths.register,
  },
];
