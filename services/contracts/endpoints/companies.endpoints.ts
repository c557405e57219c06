import { type Static, Type } from 'typebox';
import { EMPLOYEE_COUNT_RANGES, RECEIPT_KINDS, SUBSCRIPTION_STATUSES } from '../company-kinds.ts';
import { endpoint } from './endpoint.ts';
import { Id, listOf, pageFields } from './fields.ts';

const Status = Type.Union([Type.Enum([...SUBSCRIPTION_STATUSES]), Type.Null()], {
  description: "in the payment provider's words; null before the first subscription",
});

export const Company = Type.Object({
  company_id: Type.String(),
  company_name: Type.String(),
  status: Status,
  subscriptionIsActive: Type.Boolean(),
  trial_ends_at: Type.Union([Type.String(), Type.Null()], {
    description: 'UTC ISO-8601; null without a trial',
  }),
  next_billing_date: Type.Union([Type.String(), Type.Null()], {
    description: "yyyy-mm-dd in the caller's time zone; null when nothing will be billed",
  }),
  employee_count: Type.Integer({ description: 'registered employees, the super employee included' }),
  employee_count_range: Type.Enum([...EMPLOYEE_COUNT_RANGES], { description: 'as given at registration' }),
  monthly_charge: Type.Number({ description: 'CAD' }),
  renewal: Type.Optional(
    Type.Object(
      {
        charge: Type.Number({ description: 'CAD, charged at once' }),
        next_billing_date: Type.String({ description: "yyyy-mm-dd in the caller's time zone" }),
      },
      { description: 'of a canceled subscription: what it costs to begin it again now, without a trial' },
    ),
  ),
  provider: Type.Enum(['stripe', 'sandbox'], { description: 'of payments; the sandbox charges nobody' }),
});
export type Company = Static<typeof Company>;

export const SetupIntent = Type.Object({
  clientSecret: Type.String({ description: "for the provider's script in this browser only" }),
});
export const SavedSubscription = Type.Object({
  message: Type.String(),
  subscriptionIsActive: Type.Boolean(),
});

const tag = 'Company';
/** An id of the payment provider, never a card number. */
export const PaymentMethodId = Type.String({ minLength: 1, maxLength: 255, pattern: '^[A-Za-z0-9_-]+$' });

export const getEmployeeCount = endpoint({
  method: 'GET',
  path: '/companies/employee-count',
  summary: 'How many employees are registered, the super employee included',
  tag,
  reply: Type.Object({ employeeCount: Type.Integer() }),
  onInvalidInput: 'employeeCountFailed',
});

export const getCompany = endpoint({
  method: 'GET',
  path: '/companies/get-company',
  summary: 'The company with its subscription and what it costs',
  tag,
  reply: Type.Object({ requestedData: Type.Array(Company) }),
  onInvalidInput: 'failedFetch',
});

export const FirstSteps = Type.Object(
  { goal: Type.Boolean(), campaign: Type.Boolean(), people: Type.Boolean(), sale: Type.Boolean() },
  {
    description: 'whether the company has a goal, a campaign, people besides the super employee, and a sale',
  },
);
export type FirstSteps = Static<typeof FirstSteps>;

export const getFirstSteps = endpoint({
  method: 'GET',
  path: '/companies/first-steps',
  summary: 'What a new company has so far of what it needs',
  tag,
  reply: FirstSteps,
  onInvalidInput: 'failedFetch',
});

const TextOrNull = Type.Union([Type.String(), Type.Null()]);

export const CompanyReceipt = Type.Object({
  id: Type.String({ description: "the payment provider's number of the invoice or the refund" }),
  kind: Type.Enum([...RECEIPT_KINDS]),
  amount: Type.Number({ description: 'CAD; below zero for a refund' }),
  date: Type.String({ description: "yyyy-mm-dd in the caller's time zone" }),
  period_from: Type.Union([Type.String(), Type.Null()], {
    description: "first day, yyyy-mm-dd in the caller's time zone; null when it is for no month",
  }),
  period_to: Type.Union([Type.String(), Type.Null()], {
    description: 'the day on which the next month begins',
  }),
  card_brand: TextOrNull,
  card_last4: TextOrNull,
});
export type CompanyReceipt = Static<typeof CompanyReceipt>;

export const getReceipts = endpoint({
  method: 'GET',
  path: '/companies/receipts',
  summary: 'What the company paid and got back, the newest first',
  tag,
  query: Type.Object(pageFields),
  reply: listOf(CompanyReceipt),
  onInvalidInput: 'malformed',
  refusals: ['invalidCursor'],
});

export const createSetupIntent = endpoint({
  method: 'POST',
  path: '/companies/create-setup-intent',
  summary: 'Begin to enter a card; the card itself goes to the provider only',
  tag,
  secretReply: true,
  body: Type.Optional(Type.Object({})),
  reply: SetupIntent,
  onInvalidInput: 'cardUpdateFailed',
  refusals: ['somethingWentWrong'],
});

export const saveSubscription = endpoint({
  method: 'POST',
  path: '/companies/save-subscription',
  summary: 'Pay with this card from now on; subscribes anew when the subscription has ended',
  tag,
  body: Type.Object({ paymentMethodId: PaymentMethodId }),
  reply: SavedSubscription,
  onInvalidInput: 'cardUpdateFailed',
  refusals: ['cardUpdateFailed', 'somethingWentWrong', 'conflict'],
});

export const getSubscriptionStatus = endpoint({
  method: 'GET',
  path: '/companies/get-subscription-status/{id}',
  summary: 'Whether the own company may work',
  tag,
  params: Type.Object({ id: Id }),
  reply: Type.Object({ subscriptionIsActive: Type.Boolean(), status: Status }),
  onInvalidInput: 'failedFetch',
  refusals: ['noSuchCompany'],
});

export const cancelSubscription = endpoint({
  method: 'DELETE',
  path: '/companies/cancel-subscription',
  summary:
    'End the subscription at once; unused days are refunded. Needs a proof of identity within five minutes',
  tag,
  needsIdentity: true,
  reply: Type.Object({ message: Type.String(), status: Status }),
  onInvalidInput: 'failedToCancelSubscription',
  refusals: ['confirmIdentity', 'noSubscription', 'failedToCancelSubscription', 'conflict'],
});
