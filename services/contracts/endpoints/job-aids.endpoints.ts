import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { done, Id, listOf, namePageFields, ShortText } from './fields.ts';

export const JobAid = Type.Object({ id: Type.String(), name: Type.String(), doc_url: Type.String() });
export type JobAid = Static<typeof JobAid>;

const tag = 'Job aids';
const jobAidFields = {
  name: Type.Optional(ShortText),
  url: Type.Optional(
    Type.String({ description: 'begins with http:// or https://, at most 2048 characters' }),
  ),
};

export const getJobAids = endpoint({
  method: 'GET',
  path: '/jobaids/getjobaids',
  summary: 'All job aids of the company, by name',
  tag,
  asOf: true,
  query: Type.Object(namePageFields),
  reply: listOf(JobAid),
  onInvalidInput: 'failedFetch',
});

export const addJobAid = endpoint({
  method: 'POST',
  path: '/jobaids/addjobaid',
  summary: 'Add a job aid',
  tag,
  body: Type.Object(jobAidFields),
  reply: Type.Object({ message: Type.String(), requestedData: Type.Array(JobAid) }),
  onInvalidInput: 'failedAdd',
  refusals: ['incompleteFields', 'invalidUrl'],
});

export const editJobAid = endpoint({
  method: 'PATCH',
  path: '/jobaids/edit/{id}',
  summary: 'Edit a job aid; what is not sent stays',
  tag,
  params: Type.Object({ id: Id }),
  body: Type.Object(jobAidFields),
  reply: Type.Object({ message: Type.String(), requestedData: Type.Array(JobAid) }),
  onInvalidInput: 'failedEdit',
  refusals: ['incompleteFields', 'invalidUrl', 'noSuchJobAid'],
});

export const deleteJobAid = endpoint({
  method: 'DELETE',
  path: '/jobaids/delete/{id}',
  summary: 'Delete a job aid',
  tag,
  params: Type.Object({ id: Id }),
  reply: done,
  onInvalidInput: 'couldNotDeleteAid',
  refusals: ['noSuchJobAid', 'supervisorsDeleteJobAids'],
});
