/**
 * What an answer is about. A query names the tags of its answers. Writes and live news name the tags that they change,
 * and every answer with such a tag is fetched again.
 */
export type Tag =
  | 'campaigns'
  | 'company'
  | 'employees'
  /** Wishes to have personal data erased. */
  | 'erasures'
  | 'factors'
  | 'goals'
  | 'imports'
  | 'job aids'
  | 'own earlier days'
  | 'passkeys'
  /** Statements, and the rules that they go by. */
  | 'pay'
  /** Whether there are any, for managers. */
  | 'sales'
  | 'sessions'
  | 'account rules'
  /** Sales, shifts and commission of anyone. */
  | 'days'
  /** The same of one employee, by id. */
  | `days of ${string}`;

/** What changes with the days of this employee; `''` is the signed-in one. */
export const daysOf = (employeeId: string): Tag => `days of ${employeeId}`;
