import { describe, it } from 'vitest';
import { specify } from '#tests/support/given-when-then.ts';
import { type JobAidEvent, type JobAidInput, jobAidDecider } from './job-aid.decider.ts';

const given = specify(jobAidDecider);
const jobAidId = 'a1';
const jobAid = { name: 'Opening lines', url: 'https://guide.example.com/open?x=1' };
const added: JobAidEvent = { type: 'JobAidAdded', data: { jobAidId, jobAid } };
const deleted: JobAidEvent = { type: 'JobAidDeleted', data: { jobAidId, before: jobAid } };
const add = (input: JobAidInput) => ({ type: 'AddJobAid', jobAidId, input }) as const;
const edit = (input: JobAidInput) => ({ type: 'EditJobAid', jobAidId, input }) as const;

describe('a job aid', () => {
  it('has a name and a web address', { tags: ['spec-5.24'] }, () => {
    given().when(add(jobAid)).thenFollows(added);
    given()
      .when(add({ ...jobAid, name: '' }))
      .thenRejected('incompleteFields');
    given()
      .when(add({ name: 'x' }))
      .thenRejected('incompleteFields');
    given()
      .when(add({ ...jobAid, name: '\u0000' }))
      .thenRejected('invalidText');
  });

  it('links to web addresses only', () => {
    const bad = [
      'javascript:alert(1)',
      'java\nscript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'guide.example.com',
      'http://',
      'https://bank.example@evil.example/',
      'https://ann:secret@example.com/',
      'https://exa mple.com',
      'https://example.com/\u0000',
      `https://example.com/${'x'.repeat(2048)}`,
    ];
    for (const url of bad)
      given()
        .when(add({ name: 'x', url }))
        .thenRejected('invalidUrl');
  });

  it('is edited in part', () => {
    const data = { jobAidId, before: jobAid, after: { ...jobAid, name: 'Closing lines' } };
    given(added)
      .when(edit({ name: 'Closing lines' }))
      .thenFollows({ type: 'JobAidEdited', data });
    given(added).when(edit({})).thenNothing();
    given(added)
      .when(edit({ url: 'ftp://x.de' }))
      .thenRejected('invalidUrl');
  });

  it('is deleted once', () => {
    given(added).when({ type: 'DeleteJobAid', jobAidId }).thenFollows(deleted);
    given(added, deleted).when({ type: 'DeleteJobAid', jobAidId }).thenRejected('noSuchJobAid');
    given(added, deleted).when(edit({})).thenRejected('noSuchJobAid');
    given().when(edit({})).thenRejected('noSuchJobAid');
  });
});
