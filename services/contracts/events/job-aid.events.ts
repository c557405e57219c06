import { type Static, Type } from 'typebox';

export const JobAidFacts = Type.Object({ name: Type.String(), url: Type.String() });
export type JobAidFacts = Static<typeof JobAidFacts>;

const jobAidId = Type.String();
export const JobAidAdded = Type.Object({ jobAidId, jobAid: JobAidFacts });
export const JobAidEdited = Type.Object({ jobAidId, before: JobAidFacts, after: JobAidFacts });
export const JobAidDeleted = Type.Object({ jobAidId, before: JobAidFacts });

export const jobAidEvents = { JobAidAdded, JobAidEdited, JobAidDeleted } as const;
