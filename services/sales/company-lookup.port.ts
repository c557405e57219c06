import type { AppendCondition } from '#platform/event-store/event-store.port.ts';

/** The rates that a sale takes from its campaign when it is recorded or moved. */
export type CampaignTerms = {
  readonly name: string;
  readonly commissionPercent: number;
  readonly taxPercent: number;
};

export type EmployeeFacts = {
  /** Default duration of new shifts in hours, 0 to 9; null until it is set. */
  readonly shiftDuration: number | null;
};

/** The campaigns and employees of a company, without deleted ones. */
export type CompanyFacts = {
  campaign(campaignId: string): CampaignTerms | undefined;
  employee(employeeId: string): EmployeeFacts | undefined;
  /** Holds as long as these facts do; absent for a company without events. */
  readonly condition?: AppendCondition | undefined;
};

export type CompanyLookup = {
  /** Reflects every change committed before the call. Use the facts at once, do not keep them. */
  find(companyId: string): Promise<CompanyFacts>;
  /** The facts as they were last read; undefined before the first `find`. */
  known(companyId: string): CompanyFacts | undefined;
};
