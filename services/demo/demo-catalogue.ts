/** The goals, campaigns and job aids of the demo company. Keys are names within the demo, not ids. */
export const GOALS = [
  { key: 'volume', name: 'Full house', hourlySales: 1.5, hourlyDecisions: 4 },
  { key: 'steady', name: 'Steady pace', hourlySales: 1, hourlyDecisions: 3 },
  { key: 'accounts', name: 'Key accounts', hourlySales: 0.5, hourlyDecisions: 2 },
] as const;

export type CampaignKey = 'fibre' | 'mobile' | 'security' | 'business';

/** Price ranges in whole dollars. The price of a sale is a multiple of five within the range, less one cent. */
export const CAMPAIGNS: readonly {
  readonly key: CampaignKey;
  readonly name: string;
  readonly goal: (typeof GOALS)[number]['key'];
  readonly commission: number;
  readonly tax: number;
  readonly offers: readonly { readonly name: string; readonly from: number; readonly to: number }[];
}[] = [
  {
    key: 'fibre',
    name: 'Home Fibre',
    goal: 'steady',
    commission: 2.5,
    tax: 13,
    offers: [
      { name: 'Fibre 500, one year', from: 660, to: 780 },
      { name: 'Fibre Gigabit, one year', from: 900, to: 1080 },
      { name: 'Fibre Gigabit with TV', from: 1300, to: 1620 },
    ],
  },
  {
    key: 'mobile',
    name: 'Mobile Family',
    goal: 'volume',
    commission: 4.5,
    tax: 13,
    offers: [
      { name: 'Two lines, 40 GB', from: 540, to: 720 },
      { name: 'Four lines, 100 GB', from: 960, to: 1320 },
      { name: 'Extra line', from: 180, to: 300 },
    ],
  },
  {
    key: 'security',
    name: 'Smart Home Security',
    goal: 'steady',
    commission: 4,
    tax: 13,
    offers: [
      { name: 'Door and window kit', from: 280, to: 420 },
      { name: 'Camera bundle', from: 520, to: 840 },
      { name: 'Monitoring, one year', from: 360, to: 480 },
    ],
  },
  {
    key: 'business',
    name: 'Business Lines',
    goal: 'accounts',
    commission: 1.5,
    tax: 13,
    offers: [
      { name: 'Five seats, hosted phones', from: 1800, to: 2600 },
      { name: 'Office fibre, two years', from: 4200, to: 6400 },
      { name: 'Twenty seats, hosted phones', from: 7200, to: 9600 },
    ],
  },
];

export const JOB_AIDS = [
  { name: 'Opening a call', url: 'https://example.com/guides/opening-a-call' },
  { name: 'Handling "I need to think about it"', url: 'https://example.com/guides/think-about-it' },
  { name: 'Fibre coverage map', url: 'https://example.com/guides/fibre-coverage' },
  { name: 'Discount rules, autumn', url: 'https://example.com/guides/discounts' },
  { name: 'Memo: new headsets on Monday', url: 'https://example.com/guides/memo-headsets' },
] as const;

export const NOTES = [
  '',
  '',
  '',
  'Wants the installation on a Saturday.',
  'Asked for a callback next week, in the evening.',
  'Moving house at the end of the month.',
  'Comparing with the neighbour’s plan.',
  'Existing customer for six years.',
  'Decides together with her partner.',
  'Prefers email over phone.',
] as const;
