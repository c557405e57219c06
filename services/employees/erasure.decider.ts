import type { OrganizationEvent } from '#contracts/events/organization.events.ts';
import { accepted, rejected } from '#contracts/result.ts';
import { readShortText } from '#contracts/text.ts';
import type { Decider } from '#platform/commands/command.ts';
import { type KnownEmployee, type Organization, organization } from '#platform/commands/organization.fold.ts';

export type ErasureCommand =
  /** By the person. */
  | { readonly type: 'RequestErasure' }
  | { readonly type: 'WithdrawErasure' }
  /** By the super employee. */
  | { readonly type: 'RefuseErasure'; readonly reason: string }
  | { readonly type: 'OrderErasure' }
  /** The personal data is gone. */
  | { readonly type: 'RecordErased' };

/**
 * A person may ask at any time; erasing begins when a former employee's is ordered, since pay and history need to say whose
 * they are until then. The super employee's data goes with the company.
 */
export function erasureDecider(
  employeeId: string,
): Decider<Organization, ErasureCommand, OrganizationEvent, KnownEmployee | undefined> {
  const says = (
    type:
      | 'EmployeeErasureRequested'
      | 'EmployeeErasureWithdrawn'
      | 'EmployeeErasureOrdered'
      | 'EmployeeErased',
  ) => accepted([{ type, data: { employeeId } }]);
  return {
    fold: organization,
    needs: ['EmployeeAdded', 'EmployeeEdited', 'EmployeeDeleted'],

    decide: (command, { employees }) => {
      const employee = employees.get(employeeId);
      if (!employee) return rejected('noSuchEmployee');
      const state = employee.erasure?.state;
      const { isDeleted, facts } = employee;
      switch (command.type) {
        case 'RequestErasure':
          if (isDeleted) return rejected('noSuchEmployee');
          if (facts.type === 'super employee') return rejected('superEmployeeErasure');
          return state === 'requested' ? accepted([]) : says('EmployeeErasureRequested');
        case 'WithdrawErasure':
          return state === 'requested' && !isDeleted ? says('EmployeeErasureWithdrawn') : accepted([]);
        case 'RefuseErasure': {
          const reason = readShortText(command.reason);
          if (state !== 'requested') return rejected('noErasureRequest');
          if (reason === null) return rejected('invalidText');
          if (reason === '') return rejected('erasureNeedsReason');
          return accepted([{ type: 'EmployeeErasureRefused', data: { employeeId, reason } }]);
        }
        case 'OrderErasure':
          if (!isDeleted) return rejected('notDeletedYet');
          return state === 'ordered' || state === 'erased' ? accepted([]) : says('EmployeeErasureOrdered');
        case 'RecordErased':
          if (!isDeleted) return rejected('notDeletedYet');
          return state === 'erased' ? accepted([]) : says('EmployeeErased');
      }
    },

    outcome: ({ employees }) => employees.get(employeeId),
  };
}
