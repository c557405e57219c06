import * as endpoints from '#contracts/endpoints/job-aids.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import type { CommandOutcome } from '#platform/commands/command.ts';
import { type Answer, answer, type Route } from '#platform/http/call.ts';
import type { JobAidOutcome, JobAidsCommands } from './job-aids.commands.ts';

export type JobAidsQueries = {
  /** By name. */
  allJobAids(companyId: string): Promise<endpoints.JobAid[]>;
};

export type JobAidsRoutesDeps = { readonly commands: JobAidsCommands; readonly queries: JobAidsQueries };

export function jobAidsRoutes(route: Route, { commands, queries }: JobAidsRoutesDeps): void {
  route(endpoints.getJobAids, async ({ caller }) =>
    answer({ requestedData: await queries.allJobAids(caller.companyId) }),
  );

  route(endpoints.addJobAid, async (call) => {
    const { name, url } = call.body;
    return shown(await commands.addJobAid(call.command(call.caller), { name, url }), messages.saved);
  });

  route(endpoints.editJobAid, async (call) => {
    const { name, url } = call.body;
    const jobAidId = call.params.id;
    const outcome = await commands.editJobAid(call.command(call.caller), { jobAidId, name, url });
    return shown(outcome, messages.updated);
  });

  route(endpoints.deleteJobAid, async (call) => {
    const outcome = await commands.deleteJobAid(call.command(call.caller), { jobAidId: call.params.id });
    if (!outcome.ok) return outcome;
    return { ok: true, position: outcome.position, reply: { message: messages.jobAidDeleted } };
  });
}

function shown(
  outcome: CommandOutcome<JobAidOutcome>,
  message: string,
): Answer<{ message: string; requestedData: endpoints.JobAid[] }> {
  if (!outcome.ok) return outcome;
  const { jobAidId, jobAid } = outcome.value;
  const requestedData = [{ id: jobAidId, name: jobAid.name, doc_url: jobAid.url }];
  return { ok: true, position: outcome.position, reply: { message, requestedData } };
}
