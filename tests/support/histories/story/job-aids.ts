import type { JobAidFacts } from '#contracts/events/job-aid.events.ts';
import { streams } from '#contracts/events/streams.ts';
import { type Choices, type Happening, one, pick, type StoryDeps, type Thing, without } from './choices.ts';

/** Job aids of a story's company. */
export function createJobAidsStory({ companyId, newId }: StoryDeps) {
  const jobAids: Thing<JobAidFacts>[] = [];
  const facts = (choices: Choices): JobAidFacts => ({
    name: choices.text(),
    url: `https://guide.example.com/${choices.number(1000)}`,
  });

  const actions = {
    addJobAid(choices) {
      const jobAid = { id: newId(), facts: facts(choices) };
      jobAids.push(jobAid);
      const data = { jobAidId: jobAid.id, jobAid: jobAid.facts };
      return one(streams.jobAid(companyId, jobAid.id), { type: 'JobAidAdded', data });
    },
    editJobAid(choices) {
      const jobAid = pick(jobAids, choices);
      if (!jobAid) return [];
      const before = jobAid.facts;
      jobAid.facts = facts(choices);
      const data = { jobAidId: jobAid.id, before, after: jobAid.facts };
      return one(streams.jobAid(companyId, jobAid.id), { type: 'JobAidEdited', data });
    },
    deleteJobAid(choices) {
      const jobAid = pick(jobAids, choices);
      if (!jobAid) return [];
      without(jobAids, jobAid);
      const data = { jobAidId: jobAid.id, before: jobAid.facts };
      return one(streams.jobAid(companyId, jobAid.id), { type: 'JobAidDeleted', data });
    },
  } satisfies Record<string, Happening>;
  return { actions };
}
