import { expect } from 'vitest';
import type { Body } from './outside-client.ts';

/** Reads the mail of one address in the development mailbox, or its mails of one subject; it may arrive late. */
export function mailReader(url: string, address: string, about = '') {
  /** The mails so far, the oldest first; without the daily seals, which may come at any test's midnight. */
  async function mails(): Promise<readonly Body[]> {
    const reply = await fetch(`${url}/dev/mailbox.json`);
    const all: Body[] = await reply.json();
    const isSeal = ({ subject }: Body) => subject.startsWith('Seal of your history');
    const isWanted = (mail: Body) => mail.to === address && mail.subject.includes(about) && !isSeal(mail);
    return all.filter(isWanted).reverse();
  }

  /** The newest mail, once there are exactly this many. */
  async function newestOf(count: number): Promise<Body> {
    await expect.poll(async () => (await mails()).length).toBe(count);
    return (await mails()).at(-1);
  }

  return {
    mails,
    newestOf,
    subjects: async () => (await mails()).map(({ subject }) => subject),
    /** The six digits in the newest of this many mails. */
    code: async (count: number) => /^\s*(\d{6})\s*$/m.exec((await newestOf(count)).text)?.[1] ?? '',
  };
}

export type MailReader = ReturnType<typeof mailReader>;
