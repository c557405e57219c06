/**
 * What an answer is about. A query names the tags of its answers. Writes and live news name the tags that they change,
 * and every answer with such a tag is fetched again.
 */
export type Tag =
  | 'campaigns'
  | 'company'
  | 'employees'
  | 'goals'
  | 'job aids'
  | 'own earlier days'
  | 'own sales'
  /** Whether there are any, for managers. */
  | 'sales'
  | 'sessions'
  /** The row of an employee on today's billboard, by id. */
  | `day of ${string}`
  /** The own figures of the signed-in employee, by id. */
  | `figures of ${string}`
  /** The sales of an employee, by id. */
  | `sales of ${string}`
  /** The sales of an employee whom the news does not name, as that of an older process. */
  | 'sales of somebody';

export const dayOf = (employeeId: string): Tag => `day of ${employeeId}`;
export const figuresOf = (employeeId: string): Tag => `figures of ${employeeId}`;
export const salesOf = (employeeId = 'somebody'): Tag => `sales of ${employeeId}`;
