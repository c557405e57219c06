import type { Premise } from '#platform/event-store/event-store.port.ts';

/** What a sale takes over from its campaign at the moment it is recorded or moved. */
export type CampaignTerms = {
  readonly name: string;
  readonly commissionPercent: number;
  readonly taxPercent: number;
};

export type FloorEmployee = {
  /** Standing duration of new shifts in hours, 0 to 9; null until somebody sets it. */
  readonly shiftDuration: number | null;
};

/** A company as it is now: its campaigns and its people, without what was deleted. */
export type Floor = {
  campaign(campaignId: string): CampaignTerms | undefined;
  employee(employeeId: string): FloorEmployee | undefined;
};

/** A company as it was when somebody last looked, and what must still be so for an append to rest on it. */
export type KnownFloor = Floor & { readonly premise: Premise };

export type SalesFloor = {
  /** Reflects every change committed before the call. Use the answer at once, do not keep it. */
  find(companyId: string): Promise<Floor>;
  /** Without looking; undefined when nobody has looked yet. */
  known(companyId: string): KnownFloor | undefined;
};
