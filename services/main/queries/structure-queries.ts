import type { Kysely } from 'kysely';
import {
  campaignsOf,
  campaignsOfGoal,
  goalsOf,
  isCampaign,
  isGoal,
} from '#projections/catalogue/catalogue.queries.ts';
import { listEmployees } from '#projections/directory/directory-lists.queries.ts';
import type { ReadModels } from '#projections/read-models.ts';
import type { CampaignsQueries } from '#services/campaigns/campaigns.routes.ts';
import type { GoalsQueries } from '#services/goals/goals.routes.ts';

/** What goals and campaigns ask, answered by the catalogue and the directory. */
export function createStructureQueries(db: Kysely<ReadModels>): GoalsQueries & CampaignsQueries {
  return {
    goalsOf: (companyId, wish) => goalsOf(db, companyId, wish),
    isGoal: (companyId, goalId) => isGoal(db, companyId, goalId),
    campaignsOf: (companyId, wish) => campaignsOf(db, companyId, wish),
    campaignsOfGoal: (companyId, goalId, wish) => campaignsOfGoal(db, companyId, goalId, wish),
    isCampaign: (companyId, campaignId) => isCampaign(db, companyId, campaignId),
    employeesOfCampaign: (companyId, campaignId, wish) => listEmployees(db, companyId, { campaignId }, wish),
  };
}
