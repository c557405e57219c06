import { beforeAll, expect, it } from 'vitest';
import { newId } from '#platform/ids.ts';
import { type MailReader, mailReader } from './mail-reader.ts';
import type { OutsideClient } from './outside-client.ts';
import { type ApiAddresses, client, type StoryRun } from './story-world.ts';

/** Looks around, and writes to support. */
export function visitor(run: StoryRun<ApiAddresses>): void {
  const email = `vera.${newId()}@example.test`;
  const inquiry = {
    ...{ firstName: 'Vera', lastName: 'Visitor', companyName: 'Acme', email },
    ...{ employeeCount: '51-100', message: 'Do you speak French?', consent: 'true' },
  };
  let me: OutsideClient;
  let mail: MailReader;
  beforeAll(() => {
    me = client(run);
    mail = mailReader(run.world().urls[0] ?? '', email);
  });

  it('sees the required fields of an inquiry', { tags: ['spec-8.22'] }, async () => {
    expect(await me.refused('POST /contact-us', { body: { ...inquiry, message: '' } })).toEqual([
      400,
      'All input fields marked with an asterix need to be completed',
    ]);
  });

  it('sends an inquiry, gets the confirmation, and one receipt', {
    tags: ['spec-7.47', 'spec-9.7'],
  }, async () => {
    const { message } = await me.done('POST /contact-us', { body: inquiry });
    expect(message).toEqual(expect.any(String));
    expect((await mail.newestOf(1)).text).toContain('A person answers within 24 hours');
    const support = mailReader(run.world().urls[0] ?? '', 'support@tallyboard.test');
    const ofMine = async () => (await support.mails()).filter(({ text }) => text.includes(email));
    await expect.poll(async () => (await ofMine()).length).toBe(1);
    expect((await ofMine())[0].text).toContain('Do you speak French?');
  });
}
