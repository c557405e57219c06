import { campaignEvents } from '#contracts/events/campaign.events.ts';
import { companyEvents } from '#contracts/events/company.events.ts';
import { employeeEvents } from '#contracts/events/employee.events.ts';
import { goalEvents } from '#contracts/events/goal.events.ts';
import { jobAidEvents } from '#contracts/events/job-aid.events.ts';
import { subscriptionEvents } from '#contracts/events/subscription.events.ts';

/** All events that are no part of somebody's working day: everything but sales and shifts. */
export const eventsOutsideDays = {
  ...goalEvents,
  ...campaignEvents,
  ...employeeEvents,
  ...jobAidEvents,
  ...companyEvents,
  ...subscriptionEvents,
};
