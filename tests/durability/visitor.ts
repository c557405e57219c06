import { DAYTIME_ZONE } from '#tests/support/daytime-zone.ts';
import { createHttpClient } from '#tests/support/servers/http-client.ts';
import { PASSWORD } from '#tests/support/servers/test-program.ts';
import { answered } from './answered.ts';

type Cookies = ReadonlyMap<string, string>;

/** Signs in and out all the time. Sessions are rows of a table, not events. */
export type Visitor = {
  /** Signs in and out in turns until a request is not answered; calls `onAnswer` after each that is. */
  work(url: string, onAnswer: () => void): Promise<void>;
  /** Looks at all acknowledged sessions; returns a sentence for each that is not as acknowledged. */
  differences(url: string): Promise<string[]>;
  /** The number of acknowledged sign-ins. */
  signIns(): number;
};

export function createVisitor(email: string): Visitor {
  const open: Cookies[] = [];
  const ended: Cookies[] = [];
  let turns = 0;
  let signIns = 0;

  const withCookies = (url: string, cookies: Cookies) => {
    const browser = createHttpClient(url);
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    return browser;
  };

  async function signIn(url: string): Promise<boolean> {
    const browser = createHttpClient(url);
    const form = { username: email, password: PASSWORD, tz: DAYTIME_ZONE };
    if (!(await answered(browser.post('/api/login', form)))) return false;
    open.push(new Map(browser.cookies));
    signIns += 1;
    return true;
  }

  /** A session whose end was not answered may be open or not. */
  async function signOut(url: string, cookies: Cookies): Promise<boolean> {
    if (!(await answered(withCookies(url, cookies).delete('/api/logout')))) return false;
    ended.push(cookies);
    return true;
  }

  const isOpen = async (url: string, cookies: Cookies) =>
    (await withCookies(url, cookies).get('/api/employees/is-logged-in')).body.isLoggedIn === true;

  return {
    signIns: () => signIns,
    async work(url, onAnswer) {
      for (;;) {
        turns++;
        const oldest = turns % 3 === 0 ? open.shift() : undefined;
        if (!(await (oldest ? signOut(url, oldest) : signIn(url)))) return;
        onAnswer();
      }
    },
    async differences(url) {
      const areOpen = await Promise.all(open.map((cookies) => isOpen(url, cookies)));
      const areEnded = await Promise.all(ended.map((cookies) => isOpen(url, cookies)));
      return [
        ...areOpen.filter((is) => !is).map(() => `an acknowledged session of ${email} is lost`),
        ...areEnded.filter((is) => is).map(() => `an ended session of ${email} is open again`),
      ];
    },
  };
}
