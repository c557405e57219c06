import { beforeEach, describe, expect, it } from 'vitest';
import { type SteppedTime, steppedTime } from '#tests/support/stepped-time.ts';
import type { Channel } from './channel.ts';
import { createChannels, type Subscription } from './channels.ts';

const companyId = 'c';
const TODAY = '2026-11-21';

let time: SteppedTime;
beforeEach(() => {
  time = steppedTime();
});

/** Channels that only record their calls. */
function openChannels() {
  const calls: unknown[][] = [];
  const progress = { position: 10 };
  const made: [room: string, position: number][] = [];
  const channels = createChannels<string>({
    make({ room, topic }, position) {
      made.push([room, position]);
      const note =
        (what: string) =>
        (...given: unknown[]) =>
          void calls.push([room, what, ...given]);
      return {
        topic,
        shows: (date) => date === TODAY,
        join: note('join'),
        leave: note('leave'),
        touch: (keys, at) => note('touch')(keys === 'all' ? keys : [...keys], at),
        showUncommitted: ({ position: at }) => note('uncommitted')(at),
        invalidate: note('invalidate'),
        rollOverDate: note('roll over'),
        close: note('close'),
      } satisfies Channel<string>;
    },
    position: () => progress.position,
    scheduler: time.scheduler,
  });
  /** The calls since the last look. */
  const newCalls = () => calls.splice(0);
  const open = (...all: Subscription[]) => {
    for (const each of all) channels.join(each, 'a viewer');
    newCalls();
  };
  return { channels, made, newCalls, open, progress };
}

const board: Subscription = { topic: 'billboard', companyId, timeZone: 'UTC', person: null, room: 'board' };
const boardInTokyo: Subscription = { ...board, timeZone: 'Asia/Tokyo', room: 'board in Tokyo' };
const figuresOf = (person: string): Subscription => ({
  ...board,
  topic: 'own figures',
  person,
  room: person,
});
const saleNews: Subscription = { ...board, topic: 'sale news', room: 'managers' };
const ofOthers = (room: string): Subscription => ({ ...board, companyId: 'another', room });

const keysOf = (...people: string[]) => people.map((employee_id) => ({ employee_id, day: TODAY }));
const committed = (model: string, keys: Readonly<Record<string, string>>[], position = 20) => ({
  ...({ kind: 'committed', position, changes: [{ model, companyId, keys }] } as const),
});

describe('a channel', () => {
  it('is made for the first viewer of a room, and closed when the last one leaves', () => {
    const { channels, made, newCalls } = openChannels();
    channels.join(board, 'ada');
    channels.join(board, 'bob');
    expect(made).toEqual([['board', 10]]);
    channels.leave('board', 'ada');
    expect(newCalls()).toEqual([
      ['board', 'join', 'ada'],
      ['board', 'join', 'bob'],
      ['board', 'leave', 'ada'],
    ]);
    channels.leave('board', 'bob');
    expect(newCalls()).toEqual([
      ['board', 'leave', 'bob'],
      ['board', 'close'],
    ]);
    channels.onMessage(committed('employee-days', keysOf('ada')));
    expect(newCalls()).toEqual([]);
    channels.join(board, 'ada');
    expect(made).toHaveLength(2);
  });

  it('begins where the news ends, or the read models of this process when they are further', () => {
    const { channels, made, progress } = openChannels();
    channels.onMessage(committed('employee-days', keysOf('ada'), 20));
    channels.onMessage(committed('employee-days', keysOf('ada'), 0));
    channels.join(board, 'ada');
    progress.position = 30;
    channels.join(saleNews, 'ada');
    expect(made).toEqual([
      ['board', 20],
      ['managers', 30],
    ]);
  });

  it('is renewed for a viewer that asks; in a room without viewers there is nothing to renew or leave', () => {
    const { channels, newCalls, open } = openChannels();
    open(board);
    channels.renew('board', 'ada');
    channels.renew('nowhere', 'ada');
    channels.leave('nowhere', 'ada');
    expect(newCalls()).toEqual([['board', 'join', 'ada']]);
  });

  it('looks every second whether another date began, until all are closed', async () => {
    const { channels, newCalls, open } = openChannels();
    open(board, saleNews);
    await time.pass(1_000);
    expect(newCalls()).toEqual([
      ['board', 'roll over'],
      ['managers', 'roll over'],
    ]);
    channels.close();
    expect(newCalls()).toEqual([
      ['board', 'close'],
      ['managers', 'close'],
    ]);
    await time.pass(5_000);
    expect(newCalls()).toEqual([]);
    expect(time.waiting()).toBe(0);
  });
});

describe('news', () => {
  it('of a day reaches the boards of that date and the figures of that person, in that company', () => {
    const { channels, newCalls, open } = openChannels();
    open(board, boardInTokyo, figuresOf('ada'), figuresOf('bob'), saleNews, ofOthers('others'));
    channels.onMessage(committed('employee-days', keysOf('ada')));
    expect(newCalls()).toEqual([
      ['board', 'touch', ['ada'], 20],
      ['board in Tokyo', 'touch', ['ada'], 20],
      ['ada', 'touch', ['ada'], 20],
    ]);
    const yesterday = [{ employee_id: 'bob', day: '2026-11-20' }];
    channels.onMessage(committed('employee-days', yesterday, 21));
    expect(newCalls()).toEqual([['bob', 'touch', ['bob'], 21]]);
    channels.onMessage(committed('sales-book', [{ sale_id: 's' }], 22));
    expect(newCalls()).toEqual([['managers', 'touch', ['s'], 22]]);
  });

  it('of a campaign reaches every row of the boards, and the figures of everybody', () => {
    const { channels, newCalls, open } = openChannels();
    open(board, figuresOf('ada'), figuresOf('bob'), saleNews);
    channels.onMessage(committed('catalogue', [{ campaign_id: 'solar' }]));
    expect(newCalls()).toEqual([
      ['board', 'touch', 'all', 20],
      ['ada', 'touch', ['solar'], 20],
      ['bob', 'touch', ['solar'], 20],
    ]);
  });

  it('of one message touches each channel once, with all keys; one without a key means all of them', () => {
    const { channels, newCalls, open } = openChannels();
    open(board);
    channels.onMessage(committed('employee-days', keysOf('ada', 'bob', 'ada')));
    expect(newCalls()).toEqual([['board', 'touch', ['ada', 'bob'], 20]]);
    const [ofAda, ofAll] = [
      { model: 'employee-days', companyId, keys: keysOf('ada') },
      { model: 'catalogue', companyId, keys: [] },
    ];
    for (const changes of [
      [ofAda, ofAll],
      [ofAll, ofAda],
    ]) {
      channels.onMessage({ kind: 'committed', position: 21, changes });
      expect(newCalls()).toEqual([['board', 'touch', 'all', 21]]);
    }
  });

  it('of uncommitted rows reaches the boards of the company', () => {
    const { channels, newCalls, open } = openChannels();
    open(board, boardInTokyo, figuresOf('ada'), saleNews, ofOthers('others'));
    const batch = { kind: 'uncommitted', position: 21, model: 'employee-days', rows: [] } as const;
    channels.onMessage({ ...batch, companyId });
    channels.onMessage({ ...batch, companyId: 'unheard of' });
    expect(newCalls()).toEqual([
      ['board', 'uncommitted', 21],
      ['board in Tokyo', 'uncommitted', 21],
    ]);
  });

  it('that was missed concerns every channel; a revocation none', () => {
    const { channels, newCalls, open } = openChannels();
    open(board, figuresOf('ada'), ofOthers('others'));
    channels.onMessage({ kind: 'revoked', employeeId: 'ada', sessionId: null });
    expect(newCalls()).toEqual([]);
    channels.onMessage({ kind: 'missed' });
    expect(newCalls()).toEqual([
      ['board', 'invalidate', 10],
      ['ada', 'invalidate', 10],
      ['others', 'invalidate', 10],
    ]);
  });

  it('reaches the boards that are left when one of another zone is closed', () => {
    const { channels, newCalls, open } = openChannels();
    open(board, boardInTokyo, figuresOf('ada'));
    channels.leave('board', 'a viewer');
    newCalls();
    channels.onMessage(committed('employee-days', keysOf('ada')));
    expect(newCalls()).toEqual([
      ['board in Tokyo', 'touch', ['ada'], 20],
      ['ada', 'touch', ['ada'], 20],
    ]);
  });
});
