import { Temporal } from 'temporal-polyfill';
import type { CampaignKey } from './demo-catalogue.ts';

export const HOME_ZONE = 'America/Toronto';

/** The working hours of the whole cast, each on the clock of their city. */
export const WORKDAY = { starts: 9, hours: 8 } as const;

/** The cities that the offices may be in, the preferred ones first. At any hour it is around noon in one of them. */
const CITIES = [
  HOME_ZONE,
  'Europe/Lisbon',
  'Asia/Manila',
  'America/Vancouver',
  'America/Sao_Paulo',
  'Africa/Nairobi',
  'Asia/Kolkata',
  'Australia/Sydney',
  'Pacific/Honolulu',
  'Pacific/Auckland',
] as const;

const OFFICES = ['main', 'second', 'third'] as const;

/** Hours at which an office has sold something today and does not close soon. */
const BUSY = { from: 10, until: 15 };

export type Zones = Readonly<Record<Person['office'], string>>;

/** The zones of the offices of a company that is first seen at `now` (UTC ISO-8601): all of them are at work then. */
export function zonesAt(now: string): Zones {
  const busy = CITIES.filter((zone) => {
    const { hour } = Temporal.Instant.from(now).toZonedDateTimeISO(zone);
    return hour >= BUSY.from && hour < BUSY.until;
  });
  const zoneOf = (office: number) => busy[office % busy.length] ?? HOME_ZONE;
  return { main: zoneOf(0), second: zoneOf(1), third: zoneOf(2) };
}

export type Person = {
  /** Part of the email: `associate1@demo.test`. */
  readonly key: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly employeeNumber: string;
  readonly role: 'manager' | 'sales associate';
  readonly campaign: CampaignKey;
  readonly office: (typeof OFFICES)[number];
  /** Recorded calls in an ordinary hour, and the share of them that is won. */
  readonly pace: number;
  readonly won: number;
  /** Works on Saturdays and Sundays of every other week; `even` weeks or `odd` ones. Each office has both. */
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
  office: 'main',
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
    office: 'main',
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
    office: 'main',
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
    office: 'main',
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
    office: 'second',
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
    office: 'second',
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
    office: 'third',
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
    office: 'third',
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
    office: 'main',
    pace: 1.5,
    won: 0.56,
    joinedDaysAgo: 11,
  },
];

export const EVERYBODY: readonly Person[] = [MANAGER, ...ASSOCIATES];
