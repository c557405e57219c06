import { paths } from '../../kit/paths.ts';

export type Plan = {
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

export const PLANS: readonly Plan[] = [
  {
    name: 'Standard Plan',
    price: '$10',
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
