import { type Static, Type } from 'typebox';
import { added, change, changesOf, edited, type Labels, ofCompany, removed } from '../history/description.ts';
import { event, NOTHING_PERSONAL } from './event.ts';

export const GoalFacts = Type.Object({
  name: Type.String(),
  hourlySales: Type.Number(),
  hourlyDecisions: Type.Number(),
});
export type GoalFacts = Static<typeof GoalFacts>;

const labels: Labels<GoalFacts> = {
  name: ['Name', 'text'],
  hourlySales: ['Hourly sales', 'number'],
  hourlyDecisions: ['Hourly decisions', 'number'],
};

const goalId = Type.String();
const subject = (data: { goalId: string }) => ofCompany(data.goalId);

export const goalEvents = {
  GoalAdded: event({
    data: Type.Object({ goalId, entryDate: Type.String(), goal: GoalFacts }),
    personal: NOTHING_PERSONAL,
    history: {
      kind: 'goal',
      subject,
      describe: ({ goal, entryDate }) =>
        added('Goal added', goal.name, [
          ...changesOf(labels, null, goal),
          change('entryDate', 'Date', 'date', null, entryDate),
        ]),
    },
  }),
  GoalEdited: event({
    data: Type.Object({ goalId, before: GoalFacts, after: GoalFacts }),
    personal: NOTHING_PERSONAL,
    history: {
      kind: 'goal',
      subject,
      describe: ({ before, after }) => edited('Goal edited', after.name, changesOf(labels, before, after)),
    },
  }),
  GoalDeleted: event({
    data: Type.Object({ goalId, before: GoalFacts }),
    personal: NOTHING_PERSONAL,
    history: {
      kind: 'goal',
      subject,
      describe: ({ before }) => removed('Goal deleted', before.name, changesOf(labels, before, null)),
    },
  }),
} as const;
