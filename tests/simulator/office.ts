import type { Scheduler } from '#platform/clock.ts';
import { type Acknowledged, type Ask, createBrowser, nameOf, type SignedIn } from './browser.ts';
import type { OfficeChange } from './plan.ts';
import type { Reply } from './process.ts';

type Facts = { readonly goalId?: string; readonly campaignId?: string; readonly role?: string };
type Change = Acknowledged & Facts;
type Kind = 'Goal' | 'Campaign' | 'Employee';

/** What a company has at first, as if it had been acknowledged. */
export type Founded = readonly { readonly kind: Kind; readonly id: string; readonly facts: Facts }[];

/** A deletion ends the sessions of the employee everywhere within so long. */
const ENDED_MS = 500;
const OF_KIND = { Goal: 'goals', Campaign: 'campaigns', Employee: 'employees' } as const;

/**
 * The manager, for changes of the catalogue and the staff while others sell. `staff` may be deleted or become associates;
 * other founders may only be renamed. It knows what each answer must be, since no other changes the same.
 */
export function createOffice(
  person: SignedIn,
  { founded, staff }: { readonly founded: Founded; readonly staff: readonly string[] },
  inTheLog: () => Promise<ReadonlySet<string>>,
  ask: Ask,
  scheduler: Scheduler,
) {
  const browser = createBrowser<Change>(person, ask, scheduler);
  /** Deleted, or about to be, or of a log that is not there any more: what an answer says of them may be either. */
  const doubtful = new Set<string>();
  const kept = new Set(founded.filter(({ kind }) => kind === 'Employee').map(({ id }) => id));
  for (const id of staff) kept.delete(id);
  let turns = 0;
  let logs = 0;

  /** The present things of a kind, by their ids. */
  function present(kind: Kind): Map<string, Facts> {
    const all = new Map(founded.filter((one) => one.kind === kind).map(({ id, facts }) => [id, facts]));
    for (const { type, id, goalId, campaignId, role } of browser.acknowledged()) {
      if (!type.startsWith(kind)) continue;
      const given = { ...(goalId && { goalId }), ...(campaignId && { campaignId }), ...(role && { role }) };
      if (type.endsWith('Deleted')) all.delete(id);
      else all.set(id, { ...all.get(id), ...given });
    }
    return all;
  }

  const added = (kind: Kind) =>
    browser.acknowledged().flatMap(({ type, id }) => (type === `${kind}Added` ? [id] : []));
  const oneOf = (ids: Iterable<string>): string | undefined => {
    const all = [...ids];
    return all[turns % all.length];
  };
  const changeable = () => [...present('Employee').keys()].filter((id) => !kept.has(id));
  const hired = () => changeable().filter((id) => !staff.includes(id));
  const uses = (kind: 'Campaign' | 'Employee', fact: 'goalId' | 'campaignId', id: string) =>
    [...present(kind).values()].some((facts) => facts[fact] === id);

  /** Sends the request and notes what it changed. `isRefused`: since others use what is to be deleted. */
  async function write(
    kind: Kind,
    verb: 'Added' | 'Edited' | 'Deleted',
    {
      id = '',
      mark = '',
      body = {},
      facts = {},
      isRefused = false,
    }: {
      id?: string;
      mark?: string;
      body?: object;
      facts?: Facts;
      isRefused?: boolean;
    },
  ): Promise<void> {
    const [of, one] = [OF_KIND[kind], kind.toLowerCase()];
    const key = `office-${turns}`;
    if (verb === 'Deleted') doubtful.add(id);
    const log = logs;
    let reply: Reply;
    if (verb === 'Added') reply = await browser.send({ method: 'POST', url: `/${of}/add${one}`, body, key });
    else if (verb === 'Edited')
      reply = await browser.send({ method: 'PATCH', url: `/${of}/edit${one}/${id}`, body, key });
    else reply = await browser.send({ method: 'DELETE', url: `/${of}/delete/${id}`, key });
    const { status, position, body: made } = reply;
    const isWanted = status === (isRefused ? 409 : 200);
    if (!isWanted && log === logs)
      browser.odd.push(`${kind}${verb} ${id} was answered ${status} ${made.message}`);
    if (status === 200) {
      const row = made.requestedData?.[0] as { id?: string; campaign_id?: string } | undefined;
      const madeId = kind === 'Campaign' ? row?.campaign_id : row?.id;
      const of = verb === 'Added' ? (madeId ?? '') : id;
      const change = { type: `${kind}${verb}`, id: of, mark, position, ...facts };
      // The answer waits until rights hold, so the event may be one of the log before.
      if (log === logs || (await inTheLog()).has(nameOf(change))) browser.acknowledge(change);
      else doubtful.add(of);
    } else if (isRefused) doubtful.delete(id);
  }

  const changes: Readonly<Record<OfficeChange, (mark: string) => Promise<void> | undefined>> = {
    'add goal': (mark) => write('Goal', 'Added', { mark, body: { name: mark, hourlySales: 2 } }),
    'edit goal': (mark) => {
      const id = oneOf(present('Goal').keys());
      return write('Goal', 'Edited', { id, mark, body: { name: mark, hourlySales: 1 + (turns % 5) } });
    },
    'delete goal': () => {
      const id = oneOf([...present('Goal').keys()].slice(1)) ?? oneOf(present('Goal').keys()) ?? '';
      return write('Goal', 'Deleted', { id, isRefused: uses('Campaign', 'goalId', id) });
    },
    'add campaign': (mark) => {
      const goalId = oneOf(present('Goal').keys()) ?? '';
      const body = { name: mark, commission: 5 + (turns % 20), tax: 13, goalId };
      return write('Campaign', 'Added', { mark, body, facts: { goalId } });
    },
    'edit campaign': (mark) => {
      const goalId = oneOf(present('Goal').keys()) ?? '';
      const id = oneOf(present('Campaign').keys());
      const body = { name: mark, commission: 5 + (turns % 20), goalId };
      return write('Campaign', 'Edited', { id, mark, body, facts: { goalId } });
    },
    'delete campaign': () => {
      const id = oneOf([...present('Campaign').keys()].slice(1)) ?? oneOf(present('Campaign').keys()) ?? '';
      return write('Campaign', 'Deleted', { id, isRefused: uses('Employee', 'campaignId', id) });
    },
    hire: (mark) => {
      const [role, campaignId] = ['sales associate', oneOf(present('Campaign').keys()) ?? ''];
      const username = `${mark}-${person.companyId}@example.test`.replaceAll(' ', '-');
      const body = { firstName: mark, lastName: 'Hired', username, password: 'Kq7-unheard-of' };
      return write('Employee', 'Added', {
        ...{ mark, body: { ...body, employeeRole: role, campaignId } },
        facts: { role, campaignId },
      });
    },
    'edit employee': (mark) => {
      const id = oneOf(present('Employee').keys()) ?? '';
      const campaignId = oneOf(present('Campaign').keys()) ?? '';
      const employeeRole = present('Employee').get(id)?.role;
      const username = `${mark}-${person.companyId}@example.test`.replaceAll(' ', '-');
      // The email of a manager is changed by the super employee alone.
      const moves = hired().includes(id) && employeeRole !== 'manager';
      const body = { firstName: mark, employeeRole, campaignId, ...(moves && { username }) };
      return write('Employee', 'Edited', { id, mark, body, facts: { campaignId } });
    },
    'change role': (mark) => {
      const id = oneOf(changeable());
      const facts = id === undefined ? undefined : present('Employee').get(id);
      if (!facts) return undefined;
      const role = facts.role === 'manager' ? 'sales associate' : 'manager';
      const body = { firstName: mark, employeeRole: role, campaignId: facts.campaignId };
      return write('Employee', 'Edited', { id, mark, body, facts: { role } });
    },
    'delete employee': () => {
      const id = oneOf(changeable());
      return id === undefined ? undefined : write('Employee', 'Deleted', { id });
    },
  };

  return {
    ...browser,
    change(kind: OfficeChange): void {
      browser.inTurn(async () => {
        turns += 1;
        await changes[kind](`${kind} ${turns}`);
      });
    },
    /** What the lists of a seller show: they may be old, so deleted ones are among them. */
    campaigns: (): readonly string[] => [
      ...founded.filter(({ kind }) => kind === 'Campaign').map(({ id }) => id),
      ...added('Campaign'),
    ],
    hired: (): readonly string[] => added('Employee'),
    roleOf: (employeeId: string): string | undefined => present('Employee').get(employeeId)?.role,
    isDoubtful: (id: string): boolean => doubtful.has(id),
    /** A request that a deleted employee began a while later is refused. */
    watchRights({ employeeId }: SignedIn, begun: number, reply: Reply | undefined): void {
      const isDeletion = ({ type, id, at }: Change) =>
        type === 'EmployeeDeleted' && id === employeeId && at + ENDED_MS < begun;
      const isAnswered = reply && ![401, 500, 503].includes(reply.status);
      if (isAnswered && browser.acknowledged().some(isDeletion))
        browser.odd.push(`a deleted employee was answered ${reply.status}`);
    },
    forgetAfter(...of: Parameters<typeof browser.forgetAfter>): void {
      logs += 1;
      for (const { id } of browser.forgetAfter(...of)) doubtful.add(id);
    },
  };
}

export type Office = ReturnType<typeof createOffice>;
