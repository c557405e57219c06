import { newId } from '#platform/ids.ts';
import { type MailReader, mailReader } from './mail-reader.ts';
import type { Body, OutsideClient } from './outside-client.ts';
import { client, type Place, type Telling } from './story-world.ts';

/** Who takes the money in a story. */
export type StoryPayments = {
  readonly config: { readonly publishableKey: string; readonly provider: 'sandbox' | 'stripe' };
  /** So many days go by where the card of this person's company is charged, and we are told of it. */
  daysPass(owner: OutsideClient, days: number): Promise<void>;
  /** Whether our own letters know of those days. */
  readonly movesLetters: boolean;
};

export const sandbox: StoryPayments = {
  config: { publishableKey: 'pk_sandbox', provider: 'sandbox' },
  async daysPass(owner, days) {
    const status = await owner.development('/dev/payments/advance', { days });
    if (status !== 200) throw new Error(`time does not move: ${status}`);
  },
  movesLetters: true,
};

export const GOOD_CARD = 'pm_card_visa';
export const DECLINED_CARD = 'pm_card_chargeDeclined';
export const STAFF_PASSWORD = 'aB3dE5gH7j';

/** A company whose life is told, with who registers it. */
export function companyOf(telling: Telling<Place>, payments: StoryPayments) {
  const id = newId();
  const email = `grace.${id}@example.test`;
  let letters = 0;
  let me: OutsideClient;
  let mail: MailReader;
  return {
    telling,
    payments,
    email,
    name: `Hopper & Daughters ${id}`,
    staff: ['ada', 'bo', 'cy'].map((name) => `${name}.${id}@example.test`),
    /** Once it is registered. */
    id: '',
    /** Call before the story begins: not before its place is there. */
    begin() {
      me = client(telling);
      mail = mailReader(telling.world().urls[0] ?? '', email);
    },
    me: () => me,
    mail: () => mail,
    /** The one letter that has come since. */
    nextLetter: (): Promise<Body> => mail.letter(++letters),
    nextCode: (): Promise<string> => mail.code(++letters),
    profile: async (): Promise<Body> => (await me.list('GET /companies/get-company'))[0],
    daysPass: (days: number) => payments.daysPass(me, days),
  };
}

export type StoryCompany = ReturnType<typeof companyOf>;
