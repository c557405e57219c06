import { expect, test } from 'vitest';
import type { DomainEvent } from '#contracts/events/vocabulary.ts';
import { projected } from '#tests/projections/projected.ts';
import { companyAccount } from './company-account.projector.ts';

const account = (...events: DomainEvent[]) => projected(companyAccount, ...events).rowsOf('company_account');

const registered: DomainEvent = {
  type: 'CompanyRegistered',
  data: { name: 'Acme', employeeCount: '21-50', superEmployeeId: 'grace' },
};
const started: DomainEvent = {
  type: 'SubscriptionStarted',
  data: {
    provider: 'sandbox',
    providerSubscriptionId: 'sub',
    status: 'trialing',
    trialEndsAt: '2026-03-09T00:00:00.000Z',
    nextBillingAt: '2026-03-09T00:00:00.000Z',
    seats: 3,
  },
};

test('a registered company has no subscription until one starts', () => {
  expect(account(registered)).toEqual([
    {
      company_id: 'co',
      name: 'Acme',
      employee_count: '21-50',
      super_employee_id: 'grace',
      stage: 'registered',
      status: null,
      trial_ends_at: null,
      next_billing_at: null,
      provider: null,
      provider_subscription_id: null,
      seats: null,
    },
  ]);
  expect(account(registered, started)).toMatchObject([
    {
      status: 'trialing',
      trial_ends_at: '2026-03-09T00:00:00.000Z',
      provider: 'sandbox',
      provider_subscription_id: 'sub',
      seats: 3,
    },
  ]);
});

test('the status follows the provider, and a canceled subscription has no next bill', () => {
  const late: DomainEvent = {
    type: 'SubscriptionStatusChanged',
    data: {
      before: 'trialing',
      after: 'past_due',
      trialEndsAt: null,
      nextBillingAt: '2026-04-09T00:00:00.000Z',
    },
  };
  const canceled: DomainEvent = {
    type: 'SubscriptionCanceled',
    data: { canceledAt: '2026-04-10T00:00:00.000Z', refundCents: 0 },
  };
  expect(account(registered, started, late)).toMatchObject([
    { status: 'past_due', trial_ends_at: null, next_billing_at: '2026-04-09T00:00:00.000Z' },
  ]);
  expect(account(registered, started, late, canceled)).toMatchObject([
    { status: 'canceled', next_billing_at: null },
  ]);
});

test('the seats are those last confirmed by the provider', () => {
  const more: DomainEvent = { type: 'SubscriptionSeatsChanged', data: { before: 3, after: 5 } };
  expect(account(registered, started, more)).toMatchObject([{ seats: 5, status: 'trialing' }]);
});

test('the stages of a company', () => {
  const verified: DomainEvent = { type: 'CompanyVerified', data: { verifiedAt: '2026-03-02T00:00:00.000Z' } };
  const expired: DomainEvent = { type: 'CompanyExpired', data: { expiredAt: '2026-03-02T00:00:00.000Z' } };
  const terminated: DomainEvent = {
    type: 'CompanyTerminated',
    data: { terminatedAt: '2026-03-02T00:00:00.000Z' },
  };
  expect(account(registered, verified)).toMatchObject([{ stage: 'verified' }]);
  expect(account(registered, expired)).toMatchObject([{ stage: 'expired' }]);
  expect(account(registered, verified, terminated)).toMatchObject([{ stage: 'terminated' }]);
});
