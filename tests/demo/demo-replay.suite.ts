import { expect, it } from 'vitest';
import { boardRows, createReplayBoards } from '#contracts/billboard.ts';
import type { BillboardRow } from '#contracts/endpoints/logs.endpoints.ts';
import type { Replay } from '#contracts/endpoints/replay.endpoints.ts';
import { daysBefore, localDate } from '#contracts/local-date.ts';
import type { TestProgram } from '#tests/support/servers/test-program.ts';

/** More days than the demo company has. */
const DAYS = 40;
/** The number of frames compared per day, besides the first and the last. */
const FRAMES = 3;

/** Every day of the demo company, replayed to its end and compared with the billboard as of then. */
export function everyDayPlaysBack(world: { program: () => TestProgram }): void {
  it('replays every day to the billboard of that day, byte for byte', async () => {
    const { clock } = world.program().core;
    // The viewer is where it is another date at that instant: the board goes by date there.
    const elsewhere = await Promise.all(
      ['Pacific/Pago_Pago', 'Pacific/Kiritimati'].map(async (zone) => ({
        zone,
        viewer: await world.program().signIn('manager@demo.test', undefined, zone),
      })),
    );
    // The last to sign in, so what it reads has those sign-ins, too.
    const browser = await world.program().signIn('manager@demo.test', undefined, 'UTC');
    const replayOf = async (date: string, query = ''): Promise<Replay> => {
      const reply = await browser.get(`/api/audit/replay/${date}${query}`);
      expect(reply.status).toBe(200);
      return reply.body;
    };
    const boardOf = async (date: string, instant: string, asOf?: string): Promise<BillboardRow[]> => {
      const query = asOf === undefined ? '' : `?as-of=${encodeURIComponent(asOf)}`;
      const from = elsewhere.find(({ zone }) => localDate(instant, zone) !== date);
      const reply = await from?.viewer.get(`/api/logs/getlogsdaily/${date}${query}`);
      expect(reply?.status, asOf).toBe(200);
      return reply?.body.requestedData;
    };

    const today = localDate(clock.now().toISOString(), 'UTC');
    let [days, frames] = [0, 0];
    for (let back = 0; back < DAYS; back++) {
      const date = daysBefore(today, back);
      const replay = await replayOf(date);
      const { moments, end, later } = replay;
      const boards = createReplayBoards(replay);
      const frame = (count: number, now: string) => JSON.stringify(boardRows(boards(count), date, now));
      if (moments.length > 0) days += 1;
      expect(frame(moments.length, end), date).toBe(JSON.stringify(await boardOf(date, end, end)));
      for (let nth = 1; nth <= FRAMES; nth++) {
        const at = Math.floor((moments.length * nth) / (FRAMES + 1));
        const moment = moments[at];
        if (!moment) continue;
        frames += 1;
        const then = JSON.stringify(await boardOf(date, moment.at, `@${moment.position}`));
        expect(frame(at + 1, moment.at), `${date} at ${moment.position}`).toBe(then);
      }
      if (back === 0) continue;
      // Including later corrections, it ends with the billboard of today.
      const whole = await replayOf(date, '?later=true');
      expect(whole.moments.length).toBe(moments.length + later);
      const last = boardRows(createReplayBoards(whole)(whole.moments.length), date, whole.end);
      expect(last, date).toEqual(await boardOf(date, clock.now().toISOString()));
    }
    // The log is mostly in the order of the days, so hardly any event is a correction.
    expect(days).toBeGreaterThan(20);
    expect(frames).toBeGreaterThan(days);
  });

  it('refuses a replay of an invalid date', async () => {
    const browser = await world.program().signIn('associate1@demo.test', undefined, 'UTC');
    for (const date of ['2026-02-30', 'yesterday', '0000-01-01'])
      expect((await browser.get(`/api/audit/replay/${date}`)).status, date).toBe(
        date === '0000-01-01' ? 200 : 400,
      );
  });

  it("tells colleagues no prices of each other's sales, and a manager all of them", async () => {
    const program = world.program();
    const [boss, associate] = await Promise.all(
      ['manager', 'associate1'].map((name) => program.signIn(`${name}@demo.test`, undefined, 'UTC')),
    );
    const me = (await associate?.get('/api/employees/getemployee'))?.body.requestedData[0].id;
    const today = localDate(program.core.clock.now().toISOString(), 'UTC');
    const seen = { own: 0, others: 0 };
    for (let back = 1; back < 8; back++) {
      const path = `/api/audit/replay/${daysBefore(today, back)}`;
      const [all, his]: Replay[] = [(await boss?.get(path))?.body, (await associate?.get(path))?.body];
      for (const [at, { kind, employee_id, price }] of (all?.moments ?? []).entries()) {
        if (kind !== 'closed') continue;
        expect(price).toBeGreaterThan(0);
        expect(his?.moments[at]?.price).toBe(employee_id === me ? price : null);
        seen[employee_id === me ? 'own' : 'others'] += 1;
      }
    }
    expect(seen.own).toBeGreaterThan(0);
    expect(seen.others).toBeGreaterThan(seen.own);
  });
}
