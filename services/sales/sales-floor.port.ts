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

export type SalesFloor = {
  /** Reflects every change committed before the call. Use the answer at once, do not keep it. */
  find(companyId: string): Promise<Floor>;
};
