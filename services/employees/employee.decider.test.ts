import { describe, expect, it } from 'vitest';
import type { EmployeeFacts } from '#contracts/events/employee.events.ts';
import type { OrganizationEvent } from '#contracts/events/organization.events.ts';
import { stateAfter } from '#tests/support/given-when-then.ts';
import { employeeDecider } from './employee.decider.ts';
import {
  ada,
  add,
  campaign,
  edit,
  fired,
  given,
  hired,
  manager,
  mia,
  prove,
  remove,
  required,
  spring,
  springDeleted,
} from './employee-rules.fixture.ts';

describe('adding an employee', () => {
  it('takes the fields of the form, once', () => {
    given(spring, manager).when(add()).thenFollows(hired);
    given(spring, manager, hired).when(add()).thenRejected('conflict');
  });

  it('needs role and campaign', () => {
    for (const of of ['', undefined])
      for (const lacking of [{ role: of }, { campaignId: of }])
        given(spring, manager).when(add(lacking)).thenRejected('roleOrCampaignEmpty');
  });

  it('needs an existing campaign, role and manager', {
    tags: ['spec-5.13', 'spec-6.9', 'decision-1.3', 'decision-3.4'],
  }, () => {
    given(spring, manager)
      .when(add({ campaignId: 'autumn' }))
      .thenRejected('noSuchCampaign');
    given(spring, springDeleted, manager).when(add()).thenRejected('noSuchCampaign');
    given(spring, manager)
      .when(add({ role: 'super employee' }))
      .thenRejected('invalidRole');
    given(spring, manager)
      .when(add({ managerId: 'bob' }))
      .thenRejected('noSuchManager');
  });

  it('accepts no manager at all, but not an associate as manager', () => {
    const [fact] = given(spring, manager)
      .when(add({ managerId: '' }))
      .facts();
    expect(fact).toMatchObject({ data: { employee: { managerId: null } } });
    const bob: OrganizationEvent = { type: 'EmployeeAdded', data: { employeeId: 'bob', employee: ada } };
    given(spring, bob)
      .when(add({ managerId: 'bob' }))
      .thenRejected('noSuchManager');
    const demoted: OrganizationEvent = {
      type: 'EmployeeEdited',
      data: { employeeId: 'mia', before: mia, after: { ...mia, role: 'sales associate' } },
    };
    given(spring, manager, demoted).when(add()).thenRejected('noSuchManager');
  });

  it('needs names and an email', { tags: ['spec-5.24'] }, () => {
    for (const lacking of [{ firstName: ' ' }, { lastName: '' }, { email: '' }, { email: undefined }]) {
      given(spring, manager).when(add(lacking)).thenRejected('incompleteFields');
    }
    given(spring, manager)
      .when(add({ email: 'ada@x' }))
      .thenRejected('invalidEmail');
    given(spring, manager)
      .when(add({ firstName: 'A\u0000' }))
      .thenRejected('invalidText');
  });

  it('takes a shift duration from 0 to 9 or none', () => {
    for (const shiftDuration of [10, -1, 'x', 1.5])
      given(spring, manager).when(add({ shiftDuration })).thenRejected('invalidDuration');
    const [fact] = given(spring, manager)
      .when(add({ shiftDuration: null }))
      .facts();
    expect(fact).toMatchObject({ data: { employee: { shiftDuration: null } } });
  });

  it('accepts no deleted manager', () => {
    const gone: OrganizationEvent = { type: 'EmployeeDeleted', data: { employeeId: 'mia', before: mia } };
    given(spring, manager, gone).when(add()).thenRejected('noSuchManager');
  });

  it('does not depend on goals, nor on edits of campaigns', () => {
    const goal = { name: 'Steady', hourlySales: 2, hourlyDecisions: 5 };
    const others: OrganizationEvent[] = [
      { type: 'GoalAdded', data: { goalId: 'g1', entryDate: '2026-11-20', goal } },
      { type: 'GoalEdited', data: { goalId: 'g1', before: goal, after: goal } },
      { type: 'GoalDeleted', data: { goalId: 'g1', before: goal } },
      { type: 'CampaignEdited', data: { campaignId: 'spring', before: campaign, after: campaign } },
    ];
    for (const other of others) given(spring, manager, other).when(add()).thenFollows(hired);
    given(spring, springDeleted, manager, ...others)
      .when(add())
      .thenRejected('noSuchCampaign');
  });
});

describe('the super employee', () => {
  const input = { firstName: 'Sue', lastName: 'Chef', email: 'sue@example.com' };
  const sue: EmployeeFacts = {
    ...ada,
    ...input,
    employeeNumber: '',
    role: 'manager',
    type: 'super employee',
    managerId: null,
    campaignId: null,
    shiftDuration: null,
  };
  const registered: OrganizationEvent = { type: 'EmployeeAdded', data: { employeeId: 'ada', employee: sue } };

  it('is a manager, at first without a campaign', () => {
    given().when({ type: 'AddSuperEmployee', input }).thenFollows(registered);
  });

  it('stays a manager', () => {
    const change = { ...required, firstName: 'Susan' };
    given(spring, registered).when(edit(change)).thenRejected('superEmployeeIsManager');
    const [fact] = given(spring, registered)
      .when(edit({ ...change, role: 'manager' }))
      .facts();
    expect(fact).toMatchObject({
      data: { after: { firstName: 'Susan', role: 'manager', type: 'super employee' } },
    });
  });

  it('alone can change their own email, and not by the form about employees', () => {
    const kept = { ...required, role: 'manager' };
    const move = { ...kept, email: 'susan@example.com' };
    given(spring, manager, registered).when(edit(move, 'mia')).thenRejected('restricted');
    given(spring, registered).when(edit(move, 'ada')).thenRejected('ownEmail');
    given(spring, manager, registered).when(prove(move.email, 'mia')).thenRejected('restricted');
    expect(given(registered).when(prove(move.email, 'ada')).facts()).toHaveLength(1);
    const same = edit({ ...kept, email: sue.email, lastName: 'Chief' }, 'mia');
    expect(given(spring, registered).when(same).facts()).toHaveLength(1);
  });

  it('cannot be deleted', () => {
    for (const by of ['mia', null]) given(registered).when(remove(by)).thenRejected('superEmployeeStays');
  });
});

describe('editing an employee', () => {
  it('keeps fields that were not sent', () => {
    const data = { employeeId: 'ada', before: ada, after: { ...ada, lastName: 'Byron' } };
    given(spring, manager, hired)
      .when(edit({ ...required, lastName: 'Byron' }))
      .thenFollows({ type: 'EmployeeEdited', data });
    given(spring, manager, hired).when(edit(required)).thenNothing();
  });

  it('needs role and campaign', () => {
    given(spring, manager, hired)
      .when(edit({ lastName: 'Byron' }))
      .thenRejected('roleOrCampaignEmpty');
  });

  it('may take away the manager', () => {
    const [fact] = given(spring, manager, hired)
      .when(edit({ ...required, managerId: '' }))
      .facts();
    expect(fact).toMatchObject({ data: { after: { managerId: null } } });
  });

  it('may wish another email for an associate, and the super employee for a manager; it is not changed yet', {
    tags: ['decision-10.5'],
  }, () => {
    const joined = (employeeId: string, employee: EmployeeFacts) =>
      ({ type: 'EmployeeAdded', data: { employeeId, employee } }) as const;
    const company = [spring, joined('sue', { ...mia, type: 'super employee' }), manager];
    const lead = joined('ada', { ...ada, role: 'manager' });
    const email = 'ada@new.example';
    const wish = { ...required, email, lastName: 'Byron' };
    const wished = (who: OrganizationEvent, by: string | null) => given(...company, who).when(edit(wish, by));
    wished(lead, 'mia').thenRejected('restricted');
    const data = { after: { email: ada.email, lastName: 'Byron' } };
    for (const facts of [wished(lead, 'sue').facts(), wished(hired, 'mia').facts()])
      expect(facts).toMatchObject([{ data }]);
    expect(wished(hired, null).facts(), 'by the program').toMatchObject([{ data: { after: { email } } }]);
    const proven = (who: OrganizationEvent, by: string) => given(...company, who).when(prove(email, by));
    for (const by of ['sue', 'mia', 'ada'])
      expect(proven(hired, by).facts()).toMatchObject([{ data: { after: { email } } }]);
    proven(lead, 'mia').thenRejected('restricted');
    proven(hired, 'gone').thenRejected('restricted');
    given(...company, hired)
      .when(prove(ada.email, 'ada'))
      .thenNothing();
  });

  it('needs an existing campaign', () => {
    given(spring, manager, hired)
      .when(edit({ ...required, campaignId: 'autumn' }))
      .thenRejected('noSuchCampaign');
  });

  it('works when the manager was deleted, and refuses employees as their own manager', () => {
    const gone: OrganizationEvent = { type: 'EmployeeDeleted', data: { employeeId: 'mia', before: mia } };
    const facts = given(spring, manager, hired, gone)
      .when(edit({ ...required, lastName: 'B' }))
      .facts();
    expect(facts).toHaveLength(1);
    const promoted: OrganizationEvent = {
      type: 'EmployeeEdited',
      data: { employeeId: 'ada', before: ada, after: { ...ada, role: 'manager' } },
    };
    given(spring, manager, hired, promoted)
      .when(edit({ ...required, role: 'manager', managerId: 'ada' }))
      .thenRejected('noSuchManager');
  });

  it('needs no other field to change the default shift duration', () => {
    const data = { employeeId: 'ada', before: ada, after: { ...ada, shiftDuration: 4 } };
    given(spring, manager, hired)
      .when({ type: 'SetStandingDuration', hours: '4' })
      .thenFollows({ type: 'EmployeeEdited', data });
    for (const hours of ['', 10, 'x']) {
      given(hired).when({ type: 'SetStandingDuration', hours }).thenRejected('invalidDuration');
    }
  });
});

describe('deleting an employee', () => {
  it('needs another person', () => {
    given(spring, manager, hired).when(remove('mia')).thenFollows(fired);
    given(spring, manager, hired).when(remove('ada')).thenRejected('notYourself');
  });

  it('happens once, and where it is asked for only to an employee as they were', () => {
    const changed = { ...remove(), onlyIf: { ...ada, lastName: 'Byron' } };
    given(spring, manager, hired).when(changed).thenRejected('conflict');
    given(spring, manager, hired, fired).when(remove()).thenRejected('noSuchEmployee');
    given(spring).when(remove()).thenRejected('noSuchEmployee');
  });

  it('leaves the last facts behind, without the person', () => {
    const decider = employeeDecider('ada');
    const nameless = { firstName: '', lastName: '', email: '', employeeNumber: '' };
    const outcome = { employeeId: 'ada', employee: { ...ada, ...nameless } };
    expect(decider.outcome(stateAfter(decider, spring, manager, hired, fired))).toEqual(outcome);
  });
});
