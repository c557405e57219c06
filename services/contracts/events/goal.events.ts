import { type Static, Type } from 'typebox';

export const GoalFacts = Type.Object({
  name: Type.String(),
  hourlySales: Type.Number(),
  hourlyDecisions: Type.Number(),
});
export type GoalFacts = Static<typeof GoalFacts>;

const goalId = Type.String();
export const GoalAdded = Type.Object({ goalId, entryDate: Type.String(), goal: GoalFacts });
export const GoalEdited = Type.Object({ goalId, before: GoalFacts, after: GoalFacts });
export const GoalDeleted = Type.Object({ goalId, before: GoalFacts });

export const goalEvents = { GoalAdded, GoalEdited, GoalDeleted } as const;
