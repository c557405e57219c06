import { expect, it } from 'vitest';
import type { OrganizationEvent } from '#contracts/events/organization.events.ts';
import { specify, stateAfter } from '#tests/support/given-when-then.ts';
import { fired, hired, mia } from './employee-rules.fixture.ts';
import { erasureDecider } from './erasure.decider.ts';

const given = specify(erasureDecider('ada'));
const told = (
  type: 'EmployeeErasureRequested' | 'EmployeeErasureWithdrawn' | 'EmployeeErasureOrdered' | 'EmployeeErased',
) => ({ type, data: { employeeId: 'ada' } }) as const satisfies OrganizationEvent;
const requested = told('EmployeeErasureRequested');
const withdrawn = told('EmployeeErasureWithdrawn');
const ordered = told('EmployeeErasureOrdered');
const erased = told('EmployeeErased');
const refused = {
  type: 'EmployeeErasureRefused',
  data: { employeeId: 'ada', reason: 'A dispute' },
} as const satisfies OrganizationEvent;
const request = { type: 'RequestErasure' } as const;
const withdraw = { type: 'WithdrawErasure' } as const;
const order = { type: 'OrderErasure' } as const;
const record = { type: 'RecordErased' } as const;
const refuse = (reason: string) => ({ type: 'RefuseErasure', reason }) as const;

it('a present employee asks once, again after an answer, and may withdraw', () => {
  given(hired).when(request).thenFollows(requested);
  given(hired, requested).when(request).thenNothing();
  given(hired, requested, refused).when(request).thenFollows(requested);
  given(hired, requested).when(withdraw).thenFollows(withdrawn);
  given(hired, requested, withdrawn).when(withdraw).thenNothing();
  given(hired, requested, fired).when(withdraw).thenNothing();
  given(hired, requested, withdrawn).when(request).thenFollows(requested);
  given().when(request).thenRejected('noSuchEmployee');
  given(hired, fired).when(request).thenRejected('noSuchEmployee');
});

it('the super employee cannot ask', () => {
  const founder: OrganizationEvent = {
    type: 'EmployeeAdded',
    data: { employeeId: 'ada', employee: { ...mia, type: 'super employee' } },
  };
  given(founder).when(request).thenRejected('superEmployeeErasure');
});

it('a request is refused with a reason', () => {
  given(hired, requested).when(refuse(' A dispute ')).thenFollows(refused);
  given(hired, requested).when(refuse('  ')).thenRejected('erasureNeedsReason');
  given(hired, requested)
    .when(refuse('x'.repeat(256)))
    .thenRejected('invalidText');
  given(hired, requested, withdrawn).when(refuse('A dispute')).thenRejected('noErasureRequest');
  given(hired, requested, fired).when(refuse('A dispute')).thenFollows(refused);
});

it('it is ordered when the employee is deleted, with a request or without', () => {
  given(hired, requested).when(order).thenRejected('notDeletedYet');
  given(hired, requested, fired).when(order).thenFollows(ordered);
  given(hired, fired).when(order).thenFollows(ordered);
  given(hired, fired, ordered).when(order).thenNothing();
  given(hired, fired, ordered).when(record).thenFollows(erased);
  given(hired, fired, ordered, erased).when(record).thenNothing();
  given(hired, fired, ordered, erased).when(order).thenNothing();
  given(hired).when(record).thenRejected('notDeletedYet');
});

it('the state has what became of it', () => {
  const decider = erasureDecider('ada');
  const after = (...events: OrganizationEvent[]) =>
    decider.outcome(stateAfter(decider, hired, ...events))?.erasure;
  expect(after()).toBeUndefined();
  expect(after(requested, refused)).toEqual({
    state: 'refused',
    at: '2026-11-20T12:00:00.000Z',
    reason: 'A dispute',
  });
  expect(after(requested, withdrawn)).toBeUndefined();
  expect(after(requested, fired, ordered)).toMatchObject({ state: 'ordered', reason: '' });
});
