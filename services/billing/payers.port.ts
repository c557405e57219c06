/** Whom the provider knows, and whom mails about money go to: the company and its super employee. */
export type Payer = {
  readonly companyName: string;
  readonly employeeId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
};

/** How many employees are registered, the super employee included, and the position of what changed that last. */
export type Seats = { readonly count: number; readonly since: number };

/** As of now, from the events. */
export type Payers = {
  /** Null: there is no such company, it has ended, or nobody is in charge of it. */
  payerOf(companyId: string): Promise<Payer | null>;
  seatsOf(companyId: string): Promise<Seats>;
};
