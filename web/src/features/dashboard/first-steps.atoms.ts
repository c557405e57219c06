import { atom } from 'jotai';
import { type FirstSteps, getFirstSteps } from '#contracts/endpoints/companies.endpoints.ts';
import { createQuery } from '../../api/cache/query.atoms.ts';
import { paths } from '../../kit/paths.ts';

const isComplete = (steps: FirstSteps) => Object.values(steps).every(Boolean);

export const firstStepsQuery = createQuery({
  endpoint: getFirstSteps,
  ask: (api, _own: null) => api.call(getFirstSteps, {}),
  // Colleagues may take a step at any time.
  tags: () => ['goals', 'campaigns', 'employees', 'sales'],
});

type Step = {
  readonly key: keyof FirstSteps;
  readonly title: string;
  readonly why: string;
  readonly action: string;
  readonly path: string;
};

const STEPS: readonly Step[] = [
  {
    key: 'goal',
    title: 'Set a goal',
    why: 'How many sales and decisions an hour you expect. The dashboard measures everybody by it.',
    action: 'Add goal',
    path: paths.addGoal,
  },
  {
    key: 'campaign',
    title: 'Start a campaign',
    why: 'What you sell. It has the commission and the tax of its sales, and stands on a goal.',
    action: 'Add campaign',
    path: paths.addCampaign,
  },
  {
    key: 'people',
    title: 'Add your people',
    why: 'They sign in with the email and password that you give them, and see their commission at once.',
    action: 'Add employee',
    path: paths.addEmployee,
  },
  {
    key: 'sale',
    title: 'Record the first sale',
    why: 'Yours or theirs: it is on every open dashboard a moment later.',
    action: 'Record sale',
    path: paths.newSale,
  },
];

export type ShownStep = Step & { readonly state: 'done' | 'next' | 'later' };

/** Null while nothing is known, and when all is done. */
export const shownStepsAtom = atom((get): readonly ShownStep[] | null => {
  const done = get(firstStepsQuery.replyAtom);
  if (!done || isComplete(done)) return null;
  const next = STEPS.find(({ key }) => !done[key]);
  return STEPS.map((step) => ({
    ...step,
    state: done[step.key] ? 'done' : step === next ? 'next' : 'later',
  }));
});

export const areStepsDoneAtom = atom((get) => {
  const done = get(firstStepsQuery.replyAtom);
  return done !== undefined && isComplete(done);
});
