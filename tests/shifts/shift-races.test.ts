import { describe, expect, it } from 'vitest';
import { streams } from '#contracts/events/streams.ts';
import type { EventData, StoredEvent } from '#contracts/events/vocabulary.ts';
import { createCompanyLookup } from '#services/sales/company-lookup.fold.ts';
import { createOwnDuration } from '#services/shifts/own-duration.ts';
import {
  type Commands,
  commandsOf,
  contextOf,
  done,
  NOW,
  smallCompany,
  TODAY,
} from '#tests/support/command-world.ts';
import { onEachStore } from '#tests/support/stores.ts';

const TORONTO = 'America/Toronto';
const MIDNIGHT = '2026-11-21T05:00:00.000Z';
const MANY = 64;

onEachStore((stores) => {
  /** An employee at work, and two processes that receive their commands. */
  async function atWork() {
    const processes = [commandsOf(stores.open()), commandsOf(stores.open())] as const;
    const { companyId, employeeId } = await smallCompany(processes[0]);
    const of = { employeeId, loginDate: TODAY };
    const login = (commands: Commands, timeZone = TORONTO, now = NOW) =>
      commands.login(contextOf(companyId, { now }), { employeeId, timeZone });
    /** Sends many commands at once, alternating between the processes. */
    const atOnce = <Result>(send: (commands: Commands, at: number) => Promise<Result>, many = MANY) =>
      Promise.all(Array.from({ length: many }, (_, at) => send(processes[at % 2 ? 1 : 0], at)));
    const history = async () => {
      const events = await processes[0].store.read(streams.shift(companyId, employeeId, TODAY));
      return events as unknown as readonly StoredEvent[];
    };
    const types = async () => (await history()).map(({ type }) => type);
    /** The durations after the last edit of each. */
    const durations = async () => {
      const organizationEvents = await processes[0].store.read(streams.organization(companyId));
      const forNewShifts = organizationEvents.findLast(({ type }) => type === 'EmployeeEdited');
      const today = (await history()).findLast(({ type }) => type === 'ShiftDurationSet');
      return {
        today: (today?.data as EventData<'ShiftDurationSet'> | undefined)?.after,
        forNewShifts: (forNewShifts?.data as EventData<'EmployeeEdited'> | undefined)?.after.shiftDuration,
      };
    };
    return { processes, companyId, employeeId, of, login, atOnce, history, types, durations };
  }

  describe('a shift', () => {
    it(`starts once, with ${MANY} logins at once in two processes`, { tags: ['decision-1.5'] }, async () => {
      const { login, atOnce, history, types } = await atWork();
      const logins = await atOnce((commands) => login(commands));
      expect(logins.every(({ ok }) => ok)).toBe(true);
      expect(await types()).toEqual(['ShiftStarted']);
      expect((await history())[0]?.data).toMatchObject({ startedAt: NOW, setDuration: 8, timeZone: TORONTO });
    });

    it('resumes once, with as many logins at once', async () => {
      const { processes, companyId, of, login, atOnce, types } = await atWork();
      await done(login(processes[0]));
      await done(processes[0].logout(contextOf(companyId), of));
      await atOnce((commands) => login(commands));
      expect(await types()).toEqual(['ShiftStarted', 'ShiftEnded', 'ShiftResumed']);
    });

    it('ends once, whether the employee or the midnight job is first', async () => {
      const { processes, companyId, of, login, atOnce, types } = await atWork();
      await done(login(processes[0]));
      const ctx = () => contextOf(companyId, { now: MIDNIGHT });
      await atOnce((commands, at) =>
        at % 4 < 2 ? commands.logout(ctx(), of) : commands.endForgotten(ctx(), of),
      );
      expect(await types()).toEqual(['ShiftStarted', 'ShiftEnded']);
    });

    it('is open or ended, never both, with concurrent logins, logouts and midnight jobs', async () => {
      const { companyId, of, login, atOnce, types } = await atWork();
      const acts = [
        (commands: Commands) => login(commands),
        (commands: Commands) => commands.logout(contextOf(companyId), of),
        (commands: Commands) => commands.endForgotten(contextOf(companyId, { now: MIDNIGHT }), of),
      ];
      const outcomes = await atOnce((commands, at) => acts[at % acts.length]?.(commands) ?? login(commands));
      expect(outcomes.every(({ ok }) => ok)).toBe(true);
      const [first, ...later] = await types();
      expect(first).toBe('ShiftStarted');
      // After the start, ends and resumptions alternate.
      expect(later).toEqual(later.map((_, at) => (at % 2 ? 'ShiftResumed' : 'ShiftEnded')));
    });

    it('of a traveller is left alone by a job that knows only a past midnight', async () => {
      const { processes, companyId, of, login, atOnce, types } = await atWork();
      await done(login(processes[0]));
      await done(login(processes[1], 'America/Los_Angeles', '2026-11-21T04:00:00.000Z'));
      const atHome = () => contextOf(companyId, { now: MIDNIGHT });
      await atOnce((commands) => commands.endForgotten(atHome(), of));
      expect(await types()).toEqual(['ShiftStarted', 'ShiftResumed']);
    });
  });

  describe('its duration', () => {
    it("changes step by step with a manager's concurrent edits, each based on the previous one", async () => {
      const { processes, companyId, of, login, atOnce, history } = await atWork();
      await done(login(processes[0]));
      const edits = await atOnce((commands, at) =>
        commands.setDuration(contextOf(companyId), { ...of, hours: at % 10 }),
      );
      expect(edits.every(({ ok }) => ok)).toBe(true);
      let before: number | null = 8;
      for (const event of await history()) {
        if (event.type !== 'ShiftDurationSet') continue;
        expect(event.data.before).toBe(before);
        expect(event.data.after).not.toBe(before);
        before = event.data.after;
      }
    });

    it('is the same for today and for new shifts after concurrent edits of the employee', async () => {
      const { processes, companyId, employeeId, of, login, atOnce, durations } = await atWork();
      await done(login(processes[0]));
      const edits = await atOnce((commands, at) =>
        commands.setOwnDuration(contextOf(companyId, { actorId: employeeId }), { ...of, hours: at % 10 }),
      );
      expect(edits.every(({ ok }) => ok)).toBe(true);
      const { today, forNewShifts } = await durations();
      expect(today).toBe(forNewShifts);
    });

    it('is the newer one for both when a newer edit comes between the two steps of an older one', async () => {
      const { processes, companyId, of, login, durations } = await atWork();
      const [one, other] = processes;
      await done(login(one));
      let isOvertaken = false;
      const slow = createOwnDuration({
        companyLookup: createCompanyLookup(one),
        setStandingDuration: one.setStandingDuration,
        shifts: {
          setDuration: async (ctx, input) => {
            if (!isOvertaken) await done(other.setOwnDuration(contextOf(companyId), { ...of, hours: 5 }));
            isOvertaken = true;
            return one.setDuration(ctx, input);
          },
        },
      });
      await done(slow(contextOf(companyId), { ...of, hours: 3 }));
      expect(await durations()).toEqual({ today: 5, forNewShifts: 5 });
    });

    it('is set once by one command, however often it is sent and by whichever process', async () => {
      const { processes, companyId, of, login, atOnce, types } = await atWork();
      await done(login(processes[0]));
      const ctx = contextOf(companyId);
      await atOnce((commands) => commands.setOwnDuration(ctx, { ...of, hours: 3 }), 16);
      await done(processes[1].setDuration(contextOf(companyId), { ...of, hours: 5 }));
      // A repeated command gets its first answer and does not undo later ones.
      await done(processes[0].setOwnDuration(ctx, { ...of, hours: 3 }));
      expect(await types()).toEqual(['ShiftStarted', 'ShiftDurationSet', 'ShiftDurationSet']);
    });
  });
});
