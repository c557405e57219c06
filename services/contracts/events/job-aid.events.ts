import { type Static, Type } from 'typebox';
import { added, changesOf, edited, type Labels, ofCompany, removed } from '../history/description.ts';
import { event, NOTHING_PERSONAL } from './event.ts';

export const JobAidFacts = Type.Object({ name: Type.String(), url: Type.String() });
export type JobAidFacts = Static<typeof JobAidFacts>;

const labels: Labels<JobAidFacts> = { name: ['Name', 'text'], url: ['Address', 'text'] };

const jobAidId = Type.String();
const subject = (data: { jobAidId: string }) => ofCompany(data.jobAidId);

export const jobAidEvents = {
  JobAidAdded: event({
    data: Type.Object({ jobAidId, jobAid: JobAidFacts }),
    personal: NOTHING_PERSONAL,
    history: {
      kind: 'job-aid',
      subject,
      describe: ({ jobAid }) => added('Job aid added', jobAid.name, changesOf(labels, null, jobAid)),
    },
  }),
  JobAidEdited: event({
    data: Type.Object({ jobAidId, before: JobAidFacts, after: JobAidFacts }),
    personal: NOTHING_PERSONAL,
    history: {
      kind: 'job-aid',
      subject,
      describe: ({ before, after }) => edited('Job aid edited', after.name, changesOf(labels, before, after)),
    },
  }),
  JobAidDeleted: event({
    data: Type.Object({ jobAidId, before: JobAidFacts }),
    personal: NOTHING_PERSONAL,
    history: {
      kind: 'job-aid',
      subject,
      describe: ({ before }) => removed('Job aid deleted', before.name, changesOf(labels, before, null)),
    },
  }),
} as const;
