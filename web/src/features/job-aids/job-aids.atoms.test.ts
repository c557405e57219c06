import { createStore } from 'jotai';
import { describe, expect, test } from 'vitest';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { createJobAidDeletion, shownAddress, webAddress } from './job-aids.atoms.ts';

test.each([
  ['https://www.example.com/guide?a=1', 'example.com/guide?a=1'],
  ['https://example.com/script/', 'example.com/script'],
  ['http://intranet:8080/x', 'intranet:8080/x'],
  ['https://intranet/Guide%20fran%C3%A7ais', 'intranet/Guide français'],
  ['https://intranet/100%25%', 'intranet/100%25%'],
  ['https://intranet/%E2%80%AEgnp.exe', 'intranet/%E2%80%AEgnp.exe'],
  [`https://example.com/${'a'.repeat(60)}`, `example.com/${'a'.repeat(47)}…`],
  ['HTTPS://Example.COM', 'example.com'],
])('%s is shown as %s', (address, shown) => expect(shownAddress(new URL(address))).toBe(shown));

test.each(['javascript:alert(1)', 'file:///etc/passwd', 'example.com', 'https://', ''])(
  '%j leads nowhere in the web',
  (address) => expect(webAddress(address)).toBeNull(),
);

describe('deleting', () => {
  async function deletedBy(answer: ReturnType<typeof replied>) {
    const store = createStore();
    store.set(apiAtom, createFakeApi({ '/jobaids/delete/{id}': () => answer }));
    const deletion = createJobAidDeletion();
    const isGone = await store.set(deletion.deleteAtom, { id: 'a', name: 'A', doc_url: 'https://a.test' });
    return { isGone, ...store.get(deletion.alertAtom) };
  }

  test('shows the message of the server', async () => {
    expect(await deletedBy(replied({ message: 'Job aid deleted' }))).toEqual({
      isGone: true,
      isError: false,
      messages: ['Job aid deleted'],
    });
  });

  test('is for supervisors only', async () => {
    const { isGone, messages: shown } = await deletedBy(refused(403, 'supervisorsDeleteJobAids'));
    expect(isGone).toBe(false);
    expect(shown).toEqual(['Only supervisors can delete job aids', 'Could not delete aid']);
  });

  test('without an answer says that it failed', async () => {
    const { messages: shown } = await deletedBy(refused(0, 'unavailable'));
    expect(shown).toEqual([messages.unavailable, 'failed to delete aid']);
  });
});
