import { bigCompanyIds as ids } from './big-company-ids.ts';

/** A call of a screen; `path` names its employee or date. */
export type Read = {
  readonly what: string;
  readonly path: (employee: number, date: string) => string;
  /** Measured with and without compression, too. */
  readonly isCompressed?: true;
};

const id = ids.employee;

/** Every reading call, as a manager of the big company makes it. */
export const bigReads: readonly Read[] = [
  { what: 'billboard of a day', path: (_, date) => `/api/logs/getlogsdaily/${date}`, isCompressed: true },
  { what: 'logs of the company, whole', path: () => '/api/logs/getlogs/all' },
  { what: 'logs of the company, a page of 50', path: () => '/api/logs/getlogs/all?limit=50' },
  { what: 'logs of a person', path: (who) => `/api/logs/getlogs/${id(who)}` },
  {
    what: 'log of a person and date',
    path: (who, date) => `/api/logs/getlogsbyid&date?id=${id(who)}&date=${date}`,
  },
  { what: 'commission of a person', path: (who) => `/api/sales/get-commission/${id(who)}` },
  { what: 'chart of a person', path: (who) => `/api/logs/getchartdata/${id(who)}` },
  {
    what: 'sales of a person and date',
    path: (who, date) => `/api/sales/getsales/${date}?employeeId=${id(who)}`,
  },
  {
    what: 'sales of a person, a page of 50',
    path: (who) => `/api/sales/getsales/all?employeeId=${id(who)}&limit=50`,
    isCompressed: true,
  },
  { what: 'employees', path: () => '/api/employees/getemployees/all' },
  {
    what: 'subordinates of a manager',
    path: (who) => `/api/employees/getsubordinates/${id(who - (who % 20))}`,
  },
  { what: 'own employee', path: () => '/api/employees/getemployee' },
  { what: 'one employee', path: (who) => `/api/employees/getemployee/${id(who)}` },
  { what: 'campaigns', path: () => '/api/campaigns/getcampaigns/all' },
  { what: 'employees of a campaign', path: (who) => `/api/campaigns/getemployees/${ids.campaign(who % 30)}` },
  { what: 'goals', path: () => '/api/goals/getgoals/all' },
  { what: 'campaigns of a goal', path: (who) => `/api/goals/getcampaigns/${ids.goal(who % 5)}` },
  { what: 'job aids', path: () => '/api/jobaids/getjobaids' },
];
