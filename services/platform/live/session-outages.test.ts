import { beforeEach, describe, expect, it } from 'vitest';
import { type SteppedTime, steppedTime } from '#tests/support/stepped-time.ts';
import { personOf, watchedSessions } from './watched-sessions.fixture.ts';

let time: SteppedTime;
beforeEach(() => {
  time = steppedTime();
});
const world = () => watchedSessions(time);

describe('watching sessions through an outage', () => {
  it('closes nothing while sessions cannot be checked, and ends them half a second after', async () => {
    const { end, fail, happened, open, settle, warn } = world();
    open('a');
    await settle();
    fail(true);
    end('a');
    await time.pass(5_000);
    expect(happened).toEqual([]);
    expect(warn).toHaveBeenCalledWith(
      { err: new Error('database away') },
      'the sessions of open connections could not be checked',
    );
    fail(false);
    await time.pass(500);
    expect(happened).toEqual(['a ended']);
  });

  it('keeps a doubt until the sessions can be looked up', async () => {
    const { bus, fail, happened, known, open, settle } = world();
    open('a');
    await settle();
    fail(true);
    known.set('a', { ...personOf('a'), role: 'manager' });
    bus.publish({ kind: 'missed' });
    await time.pass(5_000);
    expect(happened).toEqual([]);
    fail(false);
    await time.pass(500);
    expect(happened).toEqual(['a is manager']);
  });

  it('looks every session up when it could not ask for longer than the ends are told', async () => {
    const { fail, happened, known, open, settle } = world();
    open('a');
    await settle();
    fail(true);
    known.delete('a');
    await time.pass(45_000);
    fail(false);
    await time.pass(500);
    expect(happened).toEqual(['a ended']);
  });

  it('drops the answer about a connection that closed meanwhile', async () => {
    const { hold, open, known, happened, warn } = world();
    const close = open('a');
    const answer = hold();
    await time.pass(500);
    close();
    known.delete('a');
    answer();
    await time.pass(0);
    expect([happened, warn.mock.calls]).toEqual([[], []]);
  });

  it('ends with the check that is under way, and hears no more messages', async () => {
    const { bus, close, happened, hold, known, open } = world();
    open('a');
    known.delete('a');
    const answer = hold();
    await time.pass(500);
    close();
    answer();
    bus.publish({ kind: 'revoked', employeeId: 'employee of a', sessionId: 'session of a' });
    await time.pass(0);
    expect(happened).toEqual([]);
    expect(time.waiting()).toBe(0);
  });

  it('checks nothing after it is closed', async () => {
    const { asked, close, open, questions } = world();
    open('a');
    close();
    await time.pass(120_000);
    expect([asked, questions()]).toEqual([[], 0]);
  });
});
