import { expect } from 'vitest';
import type { Body } from './outside-client.ts';

/** Reads the mail of one address as a person does: it comes when it comes. */
export function mailReader(url: string, address: string) {
  /** What has come so far, the oldest first. */
  async function letters(): Promise<readonly Body[]> {
    const reply = await fetch(`${url}/dev/mailbox.json`);
    const all: Body[] = await reply.json();
    return all.filter(({ to }) => to === address).reverse();
  }

  /** The newest, once there are exactly so many. */
  async function letter(count: number): Promise<Body> {
    await expect.poll(async () => (await letters()).length).toBe(count);
    return (await letters()).at(-1);
  }

  return {
    letters,
    letter,
    subjects: async () => (await letters()).map(({ subject }) => subject),
    /** The six digits in the newest of so many. */
    code: async (count: number) => /^\s*(\d{6})\s*$/m.exec((await letter(count)).text)?.[1] ?? '',
  };
}

export type MailReader = ReturnType<typeof mailReader>;
