import type { SubscriptionStatus } from '#contracts/company-kinds.ts';
import type { EmployeeFacts } from '#contracts/events/employee.events.ts';
import { streams } from '#contracts/events/streams.ts';
import type { DomainEvent } from '#contracts/events/vocabulary.ts';
import { type Happening, instantOn, one, pick, type StoryDeps, type Thing } from './choices.ts';
import { createJobAidsStory } from './job-aids.ts';
import { createStructureStory } from './structure.ts';
import { createWorkStory } from './work.ts';

/** The life of a company as consistent events: `before` is always the state after the last event. */
export function createCompanyStory(deps: StoryDeps) {
  const { companyId, newId, days } = deps;
  const structure = createStructureStory(deps);
  const work = createWorkStory(deps, structure);
  const { employees, employeeFacts } = structure;
  let status: SubscriptionStatus | null = null;

  const actions = {
    ...structure.actions,
    ...work.actions,
    ...createJobAidsStory(deps).actions,
    noteAccess(choices) {
      const employeeId = pick(employees, choices)?.id;
      if (employeeId === undefined) return [];
      const data = {
        ...{ employeeId, fact: 'signed in', times: 1, until: null },
        ...{ network: '203.0.113.7', device: choices.text(), about: null },
      };
      return one(streams.access(companyId, employeeId), { type: 'AccessNoted', data });
    },
    changeSubscription(choices) {
      const stream = streams.subscription(companyId);
      const until = instantOn(days[choices.number(days.length)] as string, choices);
      if (status === null || status === 'canceled') {
        status = 'trialing';
        const terms = { status, trialEndsAt: until, nextBillingAt: until, seats: employees.length };
        const data = { provider: 'sandbox' as const, providerSubscriptionId: newId(), ...terms };
        return one(stream, { type: 'SubscriptionStarted', data });
      }
      const before = status;
      const after = (['active', 'past_due', 'canceled'] as const)[choices.number(3)] ?? 'active';
      status = after;
      return after === 'canceled'
        ? one(stream, {
            type: 'SubscriptionCanceled',
            data: { canceledAt: until, refundCents: choices.number(1000) },
          })
        : one(stream, {
            type: 'SubscriptionStatusChanged',
            data: { before, after, trialEndsAt: null, nextBillingAt: until },
          });
    },
  } satisfies Record<string, Happening>;

  const begin: Happening = (choices) => {
    const superEmployee: Thing<EmployeeFacts> = {
      id: newId(),
      facts: { ...employeeFacts(choices), role: 'manager', type: 'super employee', campaignId: null },
    };
    employees.push(superEmployee);
    const registered: DomainEvent = {
      type: 'CompanyRegistered',
      data: { name: choices.text(), employeeCount: '21-50', superEmployeeId: superEmployee.id },
    };
    const added: DomainEvent = {
      type: 'EmployeeAdded',
      data: { employeeId: superEmployee.id, employee: superEmployee.facts },
    };
    return [
      { stream: streams.company(companyId), event: registered },
      { stream: streams.organization(companyId), event: added },
    ];
  };

  return { begin, actions };
}

export type CompanyStory = ReturnType<typeof createCompanyStory>;
export type Action = keyof CompanyStory['actions'];
