import { newId } from '#platform/ids.ts';
import { type MailReader, mailReader } from './mail-reader.ts';
import type { Body, OutsideClient } from './outside-client.ts';
import { type ApiAddresses, client, type StoryRun } from './story-world.ts';

/** The payment provider of a story. */
export type StoryPayments = {
  readonly config: { readonly publishableKey: string; readonly provider: 'sandbox' | 'stripe' };
  /** Moves the provider's time by that many days and delivers its webhooks. */
  daysPass(owner: OutsideClient, days: number): Promise<void>;
  /** Whether our own mails follow that time. */
  readonly movesMail: boolean;
};

export const sandbox: StoryPayments = {
  config: { publishableKey: 'pk_sandbox', provider: 'sandbox' },
  async daysPass(owner, days) {
    const status = await owner.development('/dev/payments/advance', { days });
    if (status !== 200) throw new Error(`time does not move: ${status}`);
  },
  movesMail: true,
};

export const GOOD_CARD = 'pm_card_visa';
export const DECLINED_CARD = 'pm_card_chargeDeclined';
export const OWNER_PASSWORD = 'Quiet.otter7';
export const STAFF_PASSWORD = 'aB3dE5gH7j';

/** The company of a story, with the person who registers it. */
export function companyOf(run: StoryRun<ApiAddresses>, payments: StoryPayments) {
  const id = newId();
  const email = `grace.${id}@example.test`;
  let mailCount = 0;
  let me: OutsideClient;
  let mail: MailReader;
  return {
    run,
    payments,
    email,
    name: `Hopper & Daughters ${id}`,
    staff: ['ada', 'bo', 'cy'].map((name) => `${name}.${id}@example.test`),
    /** Set once the company is registered. */
    id: '',
    /** Call when the story begins: its program does not run before. */
    begin() {
      me = client(run);
      mail = mailReader(run.world().urls[0] ?? '', email);
    },
    me: () => me,
    mail: () => mail,
    /** The one mail that has arrived since the last call. */
    nextMail: (): Promise<Body> => mail.newestOf(++mailCount),
    /** The mails that have arrived since the last call: so many, in any order. */
    async nextMails(count: number): Promise<readonly Body[]> {
      mailCount += count;
      await mail.newestOf(mailCount);
      return (await mail.mails()).slice(-count);
    },
    nextCode: (): Promise<string> => mail.code(++mailCount),
    profile: async (): Promise<Body> => (await me.list('GET /companies/get-company'))[0],
    daysPass: (days: number) => payments.daysPass(me, days),
  };
}

export type StoryCompany = ReturnType<typeof companyOf>;
