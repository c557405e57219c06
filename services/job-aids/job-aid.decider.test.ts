import { describe, expect, it } from 'vitest';
import { specify, stateAfter } from '#tests/support/given-when-then.ts';
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
      .when(add({ url: jobAid.url }))
      .thenRejected('incompleteFields');
    given()
      .when(add({ ...jobAid, name: '\u0000' }))
      .thenRejected('invalidText');
  });

  it('links to web addresses only', { tags: ['asvs-1.2.2'] }, () => {
    const bad = [
      'javascript:alert(1)',
      'java\nscript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'guide.example.com',
      'http://',
      'https://bank.example@evil.example/',
      'https://ann:secret@example.com/',
      'https://:secret@example.com/',
      'javascript:alert(1)//https://example.com',
      'https://[',
      'https://exa mple.com',
      'https://example.com/\u0000',
      `https://example.com/${'x'.repeat(2048)}`,
    ];
    for (const url of bad)
      given()
        .when(add({ name: 'x', url }))
        .thenRejected('invalidUrl');
  });

  it('links to http and https, in at most 2048 characters, without blanks around them', () => {
    const longest = `https://example.com/${'x'.repeat(2028)}`;
    for (const url of ['http://example.com', 'HTTPS://example.com', longest]) {
      given()
        .when(add({ name: 'x', url: ` ${url}\n` }))
        .thenFollows({ type: 'JobAidAdded', data: { jobAidId, jobAid: { name: 'x', url } } });
    }
    given()
      .when(add({ name: 'x', url: `${longest}x` }))
      .thenRejected('invalidUrl');
  });

  it('is added once', () => {
    given(added).when(add(jobAid)).thenRejected('conflict');
  });

  it('is edited from what it is, and deleted as it was last', () => {
    const renamed = { ...jobAid, name: 'Closing lines' };
    const edited: JobAidEvent = { type: 'JobAidEdited', data: { jobAidId, before: jobAid, after: renamed } };
    given(added, edited)
      .when({ type: 'DeleteJobAid', jobAidId })
      .thenFollows({ type: 'JobAidDeleted', data: { jobAidId, before: renamed } });
    expect(stateAfter(jobAidDecider, added, deleted)).toEqual({ kind: 'deleted', jobAid });
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
