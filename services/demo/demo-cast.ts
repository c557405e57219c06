import type { CampaignKey } from './demo-catalogue.ts';

export const HOME_ZONE = 'America/Toronto';

/**
 * The time zone and the local working hours of a desk. The desks follow the sun: at any hour, in any time zone of a
 * viewer, an employee is at work on their own local date.
 */
export const DESKS = {
  toronto: { timeZone: HOME_ZONE, starts: 9, hours: 8 },
  evening: { timeZone: HOME_ZONE, starts: 16, hours: 8 },
  lisbon: { timeZone: 'Europe/Lisbon', starts: 8, hours: 8 },
  manila: { timeZone: 'Asia/Manila', starts: 7, hours: 9.5 },
} as const;

export type Person = {
  /** Part of the email: `associate1@demo.test`. */
  readonly key: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly employeeNumber: string;
  readonly role: 'manager' | 'sales associate';
  readonly campaign: CampaignKey;
  readonly desk: keyof typeof DESKS;
  /** Recorded calls in an ordinary hour, and the share of them that is won. */
  readonly pace: number;
  readonly won: number;
  /** Works on Saturdays and Sundays of every other week; `even` weeks or `odd` ones. Each desk has both. */
  readonly weekends?: 'even' | 'odd';
  /** Days since the first day of work, for employees who are still learning; undefined: from the beginning. */
  readonly joinedDaysAgo?: number;
};

/** The super employee; sells nothing. */
export const OWNER = {
  key: 'owner',
  firstName: 'Priya',
  lastName: 'Raman',
  employeeNumber: '1000',
} as const;

export const MANAGER: Person = {
  key: 'manager',
  firstName: 'Marcus',
  lastName: 'Oyelaran',
  employeeNumber: '1001',
  role: 'manager',
  campaign: 'business',
  desk: 'toronto',
  pace: 0.3,
  won: 0.6,
  weekends: 'even',
};

const associate = { role: 'sales associate' } as const;

export const ASSOCIATES: readonly Person[] = [
  // The best seller.
  {
    ...associate,
    key: 'associate1',
    firstName: 'Sofia',
    lastName: 'Marchetti',
    employeeNumber: '1101',
    campaign: 'mobile',
    desk: 'toronto',
    pace: 2.4,
    won: 0.78,
    weekends: 'odd',
  },
  {
    ...associate,
    key: 'associate2',
    firstName: 'Liam',
    lastName: 'Tremblay',
    employeeNumber: '1102',
    campaign: 'fibre',
    desk: 'evening',
    pace: 1.7,
    won: 0.62,
    weekends: 'even',
  },
  {
    ...associate,
    key: 'associate3',
    firstName: 'Aisha',
    lastName: 'Bello',
    employeeNumber: '1103',
    campaign: 'business',
    desk: 'evening',
    pace: 1,
    won: 0.55,
    weekends: 'odd',
  },
  {
    ...associate,
    key: 'associate4',
    firstName: 'Marisol',
    lastName: 'Reyes',
    employeeNumber: '1104',
    campaign: 'fibre',
    desk: 'manila',
    pace: 1.9,
    won: 0.66,
    weekends: 'odd',
  },
  {
    ...associate,
    key: 'associate5',
    firstName: 'Paolo',
    lastName: 'Santos',
    employeeNumber: '1105',
    campaign: 'security',
    desk: 'manila',
    pace: 1.6,
    won: 0.6,
    weekends: 'even',
  },
  {
    ...associate,
    key: 'associate6',
    firstName: 'Inês',
    lastName: 'Carvalho',
    employeeNumber: '1106',
    campaign: 'security',
    desk: 'lisbon',
    pace: 1.8,
    won: 0.64,
    weekends: 'even',
  },
  {
    ...associate,
    key: 'associate7',
    firstName: 'Tomás',
    lastName: 'Nogueira',
    employeeNumber: '1107',
    campaign: 'mobile',
    desk: 'lisbon',
    pace: 1.3,
    won: 0.5,
    weekends: 'odd',
  },
  // The new employee; improves from day to day.
  {
    ...associate,
    key: 'associate8',
    firstName: 'Noah',
    lastName: 'Fraser',
    employeeNumber: '1108',
    campaign: 'fibre',
    desk: 'toronto',
    pace: 1.5,
    won: 0.56,
    joinedDaysAgo: 11,
  },
];

export const EVERYBODY: readonly Person[] = [MANAGER, ...ASSOCIATES];
