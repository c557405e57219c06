import { describe, expect, it } from 'vitest';
import { systemScheduler } from '../clock.ts';
import { createReadYourWrites, NOTHING } from './read-your-writes.ts';

const { wrote, needed } = createReadYourWrites({
  progress: { position: () => 0, waitFor: async () => true },
  head: async () => 0,
  secure: false,
  scheduler: systemScheduler,
});

describe('the position that a client has to see', () => {
  it('is the highest of its writes, in whichever order they are answered', () => {
    wrote(7, 'a session');
    wrote(5, 'a session');
    expect(needed({}, 'a session')).toBe(7);
    expect(needed({}, 'another')).toBe(NOTHING);
    expect(needed({}, undefined)).toBe(NOTHING);
  });

  it('is the highest of header, cookie and session; anything but a plain number is none', () => {
    wrote(7, 'one');
    const cookie = 'tb_position=9';
    expect(needed({ cookie }, 'one')).toBe(9);
    expect(needed({ cookie, 'x-tallyboard-position': '11' }, 'one')).toBe(11);
    for (const text of ['-1', '1e3', ' 12', '12.5', '1'.repeat(16), ''])
      expect(needed({ 'x-tallyboard-position': text }, undefined), text).toBe(NOTHING);
  });
});

describe('over https', () => {
  function serve(head: number, reached: number) {
    const waits: number[] = [];
    const waitFor = (position: number, ms: number) => {
      if (position <= reached) return Promise.resolve(true);
      waits.push(ms);
      return new Promise<boolean>(() => {});
    };
    const progress = { position: () => reached, waitFor };
    const scheduler = systemScheduler;
    const deps = { progress, head: async () => head, secure: true, scheduler };
    return Object.assign(createReadYourWrites(deps), { waits });
  }

  it('no sibling host can plant the cookie, and one of the former version counts', {
    tags: ['asvs-3.3.1', 'asvs-3.3.3'],
  }, () => {
    const { wrote: note, needed: needs } = serve(9, 9);
    expect(note(7, undefined)).toBe(
      '__Host-tb_position=7; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure',
    );
    expect(needs({ cookie: '__Host-tb_position=7; tb_position=5' }, undefined)).toBe(7);
    expect(needs({ cookie: '__Host-tb_position=7; tb_position=9' }, undefined)).toBe(9);
  });

  it('a position that no log can have reached makes a read wait for the end of the log only', async () => {
    const { waits, needed: needs, catchUp } = serve(9, 9);
    const planted = needs({ cookie: 'tb_position=999999999999' }, undefined);
    expect(await catchUp(planted)).toBe(true);
    // Only the wait beside the question for the end; none before it.
    expect(waits).toHaveLength(1);
  });
});

describe('a write is slowed down', () => {
  /** Read models that have projected ten events in 100 ms, with so many more outstanding. */
  function behind(outstanding: number) {
    let at = 0;
    let position = 0;
    const { wrote: note, pressureMs } = createReadYourWrites({
      progress: { position: () => position, waitFor: async () => true },
      head: async () => 0,
      secure: false,
      scheduler: { now: () => at },
    });
    pressureMs();
    note(10 + outstanding, undefined);
    [at, position] = [100, 10];
    return { pressureMs, pass: (ms: number) => (at += ms), reach: (to: number) => (position = to) };
  }

  it('by half a second when it would be read in two and a half, and by a second at most', () => {
    expect(behind(199).pressureMs()).toBe(0);
    expect(behind(250).pressureMs()).toBe(500);
    expect(behind(9000).pressureMs()).toBe(1000);
  });

  it('no more when the read models have caught up, or stand still', () => {
    const { pressureMs, reach } = behind(250);
    expect(pressureMs()).toBe(500);
    reach(260);
    expect(pressureMs()).toBe(0);
    const away = behind(9000);
    expect(away.pressureMs()).toBe(1000);
    away.pass(5001);
    expect(away.pressureMs()).toBe(0);
  });

  it('by as much as the read models are slow lately', () => {
    const { pressureMs, pass, reach } = behind(250);
    pressureMs();
    pass(100);
    reach(60);
    // 5 + 50 positions in 50 + 100 ms, and 200 are outstanding.
    expect(pressureMs()).toBe(0);
  });

  it('although a quick event came before many slow ones', () => {
    const { pressureMs, pass, reach } = behind(250);
    pressureMs();
    pass(1);
    reach(20);
    pressureMs();
    pass(1000);
    reach(30);
    // 7.5 + 10 positions in 25.5 + 1,000 ms, and 230 are outstanding: 13 seconds.
    expect(pressureMs()).toBe(1000);
  });
});
