import { describe, expect, it } from 'vitest';
import { accessRule } from '#contracts/endpoints/access-table.ts';
import { isLoggedIn, logout } from '#contracts/endpoints/auth.endpoints.ts';
import { deleteJobAid } from '#contracts/endpoints/job-aids.endpoints.ts';
import { getLogs } from '#contracts/endpoints/logs.endpoints.ts';
import { accessNote, accessRefusals, openApiDocument } from './openapi.ts';

describe('the access notes of the API document', () => {
  it('match the row of the access table', { tags: ['asvs-8.1.2'] }, () => {
    expect(accessNote(accessRule(getLogs)).split('\n')).toEqual([
      '| Access | |',
      '| --- | --- |',
      '| without a session | no |',
      '| sales associate | when `id` is their own |',
      '| manager | yes |',
      '| super employee | yes |',
      '| with an inactive subscription | no |',
    ]);
    expect(accessNote(accessRule(isLoggedIn))).toBe('Access: everybody.');
  });

  it('name the refusals of the access check, with the wording of the specification where it has one', () => {
    expect(accessRefusals(accessRule(isLoggedIn))).toEqual([]);
    expect(accessRefusals(accessRule(logout))).toEqual(['notLoggedIn']);
    expect(accessRefusals(accessRule(getLogs))).toEqual([
      'notLoggedIn',
      'subscriptionInactive',
      'restricted',
    ]);
    expect(accessRefusals(accessRule(deleteJobAid))).toContain('supervisorsDeleteJobAids');
  });

  it('are in the document', () => {
    const { paths } = openApiDocument([getLogs]) as {
      paths: Record<
        '/api/logs/getlogs/{id}',
        { get: { description: string; responses: Record<string, unknown> } }
      >;
    };
    const call = paths['/api/logs/getlogs/{id}'].get;
    expect(call.description).toContain(accessNote(accessRule(getLogs)));
    expect(Object.keys(call.responses)).toEqual(expect.arrayContaining(['401', '402', '403']));
  });
});
