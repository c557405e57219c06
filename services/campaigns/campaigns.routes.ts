import * as endpoints from '#contracts/endpoints/campaigns.endpoints.ts';
import { answer, type Route } from '#platform/http/call.ts';

export type CampaignsQueries = {
  /** By name; deleted ones left out. */
  allCampaigns(companyId: string): Promise<endpoints.Campaign[]>;
};

export function campaignsRoutes(route: Route, { queries }: { queries: CampaignsQueries }): void {
  route(endpoints.getAllCampaigns, async ({ caller }) =>
    answer({ requestedData: await queries.allCampaigns(caller.companyId) }),
  );
}
