import { ACTIVE_STATUSES } from '#contracts/company-kinds.ts';
import { isTest } from './areas.ts';
import type { Rule } from './rule.ts';

/** A migration stays as it was when it first ran. */
const isOurs = (path: string) =>
  /^(services|projections|infra)\/(?!postgres\/migrations)/.test(path) && !isTest(path);

/** The first argument of the methods of an advisory lock, when it is written out there. */
const LITERAL_LOCK = /\b(?:lock|locks|advisoryLock)\.(?:hold|tryHold|take|run)\(\s*[`'"][^`'"]*/g;

const lockNames: Rule = {
  name: 'the name of an advisory lock is declared once, and not written where it is taken',
  broken: ({ path, text }) => (isOurs(path) ? (text.match(LITERAL_LOCK) ?? []) : []),
  planted: [
    { path: 'services/main/x.ts', text: 'lock.hold(`billing company`, work);' },
    { path: 'services/auth/x.ts', text: "lock.hold('employee', work);" },
  ],
};

const quoted = (word: string) => `['"\`]${word}['"\`]`;
/** The statuses in any order with nothing but commas between them. */
const LISTED = new RegExp(
  `(?:(?:${ACTIVE_STATUSES.map(quoted).join('|')})\\s*,?\\s*){${ACTIVE_STATUSES.length},}`,
  'g',
);
const DECLARED_IN = 'services/contracts/company-kinds.ts';

const statusLists: Rule = {
  name: 'the list of active statuses is declared once',
  broken: ({ path, text }) => (isOurs(path) && path !== DECLARED_IN ? (text.match(LISTED) ?? []) : []),
  planted: [
    { path: 'services/main/x.ts', text: "const where = `IN ('trialing', 'active', 'past_due')`;" },
    { path: 'projections/logs/x.ts', text: "const active = ['active', 'past_due', 'trialing'];" },
  ],
};

export const literals: readonly Rule[] = [lockNames, statusLists];
