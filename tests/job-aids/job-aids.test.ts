import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#platform/ids.ts';
import { apiWorld, type Company } from '#tests/support/servers/api-under-test.ts';
import { AS_JSON, type HttpClient } from '#tests/support/servers/http-client.ts';

const api = apiWorld();
let company: Company;
let manager: HttpClient;
let associate: HttpClient;
beforeAll(async () => {
  company = await api.company();
  manager = await api.signedIn(company.manager);
  associate = await api.signedIn(company.associate);
});

const url = 'https://guide.example.com/open?x=1#top';
const add = async (name: string) =>
  (await manager.post('/jobaids/addjobaid', { name, url })).body.requestedData[0];
const listed = async (who: HttpClient) => (await who.get('/jobaids/getjobaids')).body.requestedData;

describe('job aids', () => {
  it.each([
    ['as a form', undefined],
    ['as JSON', AS_JSON],
  ])('are added, edited in part and deleted, %s', async (_, headers) => {
    const name = `Opening lines ${newId()}`;
    const reply = await manager.post('/jobaids/addjobaid', { name, url }, headers);
    const { id } = reply.body.requestedData[0];
    const added = { id, name, doc_url: url };
    expect(reply.body).toEqual({ message: 'Data saved successfully', requestedData: [added] });
    expect(await listed(manager)).toContainEqual(added);

    const edited = { ...added, name: `First words ${id}` };
    const edit = await manager.patch(`/jobaids/edit/${id}`, { name: edited.name }, headers);
    expect(edit.body).toEqual({ message: 'Data updated successfully', requestedData: [edited] });
    expect(await listed(manager)).toContainEqual(edited);

    const deletion = await manager.delete(`/jobaids/delete/${id}`);
    expect(deletion).toMatchObject({ status: 200, body: { message: 'Job aid deleted' } });
    expect(await listed(manager)).not.toContainEqual(edited);
    expect(await manager.delete(`/jobaids/delete/${id}`)).toMatchObject({
      status: 404,
      body: { error: 'noSuchJobAid' },
    });
  });

  it('are listed by name for everybody in the company, and not for other companies', async () => {
    const other = await api.company();
    const names = ['zebra', 'Änderung', 'apple', 'Zoo'];
    for (const name of names) await add(name);
    const all = await listed(manager);
    const sorted = all.map(({ name }: { name: string }) => name);
    expect(sorted).toEqual([...sorted].sort(new Intl.Collator('en').compare));
    expect(sorted).toEqual(expect.arrayContaining(names));
    expect(await listed(associate)).toEqual(all);
    expect(await listed(await api.signedIn(other.associate))).toEqual([]);

    const first = await manager.get('/jobaids/getjobaids?limit=2');
    const rest = await manager.get(`/jobaids/getjobaids?cursor=${first.body.nextCursor}`);
    expect([...first.body.requestedData, ...rest.body.requestedData]).toEqual(all);
    expect(rest.body.nextCursor).toBeUndefined();
  });

  it.each([
    [{ name: '', url }, 'incompleteFields'],
    [{ name: 'x', url: '' }, 'incompleteFields'],
    [{ name: 'x', url: 'javascript:alert(1)' }, 'invalidUrl'],
    [{ name: 'x', url: 'https://ann:secret@example.com/' }, 'invalidUrl'],
    [{ name: 'x', url: 'ftp://example.com/' }, 'invalidUrl'],
    [{ name: 'x', url: `https://example.com/${'x'.repeat(2048)}` }, 'invalidUrl'],
  ])('refuse %j', async (wrong, error) => {
    const before = await api.store.head();
    expect(await manager.post('/jobaids/addjobaid', wrong)).toMatchObject({ status: 400, body: { error } });
    expect(await api.store.head()).toBe(before);
  });

  it('are deleted by supervisors only, with that wording', { tags: ['spec-5.21'] }, async () => {
    const { id } = await add('stays');
    expect(await associate.delete(`/jobaids/delete/${id}`)).toMatchObject({
      status: 403,
      body: { error: 'supervisorsDeleteJobAids', message: 'Only supervisors can delete job aids' },
    });
    for (const refused of [
      await associate.post('/jobaids/addjobaid', { name: 'x', url }),
      await associate.patch(`/jobaids/edit/${id}`, { name: 'x' }),
    ]) {
      expect(refused).toMatchObject({ status: 403, body: { error: 'restricted' } });
    }
  });

  it('of another company cannot be distinguished from missing ones', async () => {
    const { id } = await add('ours');
    const foreign = await api.signedIn((await api.company()).manager);
    for (const unknown of [id, newId(), 'a b']) {
      const path = encodeURIComponent(unknown);
      expect(await foreign.patch(`/jobaids/edit/${path}`, { name: 'mine' })).toMatchObject({
        status: 404,
        body: { error: 'noSuchJobAid' },
      });
      expect(await foreign.delete(`/jobaids/delete/${path}`)).toMatchObject({
        status: 404,
        body: { error: 'noSuchJobAid' },
      });
    }
    expect(await listed(manager)).toContainEqual({ id, name: 'ours', doc_url: url });
  });
});
