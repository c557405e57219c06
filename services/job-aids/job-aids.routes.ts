import * as endpoints from '#contracts/endpoints/job-aids.endpoints.ts';
import { type Route, removed, written } from '#platform/http/call.ts';
import { answerPage, BY_NAME } from '#platform/http/paging.ts';
import type { Queries } from '#projections/all.queries.ts';
import type { JobAidOutcome, JobAidsCommands } from './job-aids.commands.ts';

export type JobAidsRoutesDeps = {
  readonly commands: JobAidsCommands;
  readonly queries: Pick<Queries, 'jobAidsOf'>;
};

export function jobAidsRoutes(route: Route, { commands, queries }: JobAidsRoutesDeps): void {
  route(endpoints.getJobAids, ({ caller, query }) =>
    answerPage(query, BY_NAME, (wish) => queries.jobAidsOf(caller.companyId, wish)),
  );

  route(endpoints.addJobAid, async (call) => {
    const { name, url } = call.body;
    return written(await commands.addJobAid(call.command(call.caller), { name, url }), 'saved', shown);
  });

  route(endpoints.editJobAid, async (call) => {
    const { name, url } = call.body;
    const input = { jobAidId: call.params.id, name, url };
    return written(await commands.editJobAid(call.command(call.caller), input), 'updated', shown);
  });

  route(endpoints.deleteJobAid, async (call) => {
    const input = { jobAidId: call.params.id };
    return removed(await commands.deleteJobAid(call.command(call.caller), input), 'jobAidDeleted');
  });
}

function shown({ jobAidId, jobAid }: JobAidOutcome): endpoints.JobAid {
  return { id: jobAidId, name: jobAid.name, doc_url: jobAid.url };
}
