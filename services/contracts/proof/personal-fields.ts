import type { EventType } from '../events/vocabulary.ts';

/** Where the personal fields of an event are: directly in its data, or in objects within it. */
export type PersonalFields = {
  readonly own?: readonly string[];
  /** Name of an object within data: its personal fields, in the order in which they are digested. */
  readonly within?: Readonly<Record<string, readonly string[]>>;
};

const NONE: PersonalFields = {};
const SALE = ['saleName', 'customerNumber', 'details'];
const EMPLOYEE = ['firstName', 'lastName', 'email', 'employeeNumber'];

/**
 * What is personal in the data of an event: names, addresses, numbers of customers, whatever was typed about
 * people. Ids are random, and tell nobody anything once these are gone. Names of goals, campaigns and job aids
 * are words of the company, about no person.
 *
 * Frozen: what was sealed by this table is verified by it for ever, so another answer for a type that is here
 * would be another format of the chain. New types are added.
 */
export const personalFields: Readonly<Record<EventType, PersonalFields>> = {
  SaleRecorded: { within: { sale: SALE } },
  SaleEdited: { within: { before: SALE, after: SALE } },
  SaleDeleted: { within: { before: SALE } },
  ShiftStarted: NONE,
  ShiftResumed: NONE,
  ShiftEnded: NONE,
  ShiftDurationSet: NONE,
  GoalAdded: NONE,
  GoalEdited: NONE,
  GoalDeleted: NONE,
  CampaignAdded: NONE,
  CampaignEdited: NONE,
  CampaignDeleted: NONE,
  EmployeeAdded: { within: { employee: EMPLOYEE } },
  EmployeeEdited: { within: { before: EMPLOYEE, after: EMPLOYEE } },
  EmployeeDeleted: { within: { before: EMPLOYEE } },
  JobAidAdded: NONE,
  JobAidEdited: NONE,
  JobAidDeleted: NONE,
  CompanyRegistered: { own: ['name'] },
  CompanyVerified: NONE,
  CompanyExpired: NONE,
  CompanyTerminated: NONE,
  CompanyErased: NONE,
  SubscriptionStarted: NONE,
  SubscriptionStatusChanged: NONE,
  SubscriptionSeatsChanged: NONE,
  SubscriptionCardChanged: NONE,
  SubscriptionPaymentFailed: NONE,
  SubscriptionCanceled: NONE,
};
