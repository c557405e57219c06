import { decodeEvent } from '#contracts/events/codec.ts';
import type { RecordedEvent } from '#platform/event-store/event-store.port.ts';

/** What a manager asks for. `goal` and `campaign` are ids, also of what was deleted. */
export type Asked =
  | { readonly kind: 'add goal' }
  | { readonly kind: 'delete goal'; readonly goal: string }
  | { readonly kind: 'add campaign'; readonly goal: string }
  | { readonly kind: 'move campaign'; readonly campaign: string; readonly goal: string }
  | { readonly kind: 'delete campaign'; readonly campaign: string }
  | { readonly kind: 'sell'; readonly campaign: string }
  | { readonly kind: 'read campaigns' };

/** A call of one session, as the session saw it. `began` and `ended` are moments: no two are equal. */
export type Call = {
  readonly session: number;
  readonly asked: Asked;
  readonly began: number;
  readonly ended: number;
  /** 'done', or the code of the refusal. */
  readonly outcome: string;
  /** Of the answer of a write. */
  readonly position?: number | undefined;
  /** What a read showed: each campaign with its goal. */
  readonly shown?: ReadonlyMap<string, string> | undefined;
};

type State = { readonly goals: ReadonlySet<string>; readonly campaigns: ReadonlyMap<string, string> };

/** The rules by themselves, without those of the product: why it is refused in this state, or 'done'. */
function verdict({ goals, campaigns }: State, asked: Asked): string {
  switch (asked.kind) {
    case 'delete goal':
      if (!goals.has(asked.goal)) return 'noSuchGoal';
      return [...campaigns.values()].includes(asked.goal) ? 'goalHasCampaigns' : 'done';
    case 'add campaign':
      return goals.has(asked.goal) ? 'done' : 'noSuchGoal';
    case 'move campaign':
      if (!campaigns.has(asked.campaign)) return 'noSuchCampaign';
      return goals.has(asked.goal) ? 'done' : 'noSuchGoal';
    case 'delete campaign':
    case 'sell':
      return campaigns.has(asked.campaign) ? 'done' : 'noSuchCampaign';
    default:
      return 'done';
  }
}

/** What an event is the trace of, and the state after it. */
function traced(event: RecordedEvent, before: State): { asked?: Asked; after: State } {
  const { type, data } = decodeEvent(event);
  const goals = new Set(before.goals);
  const campaigns = new Map(before.campaigns);
  const after = { goals, campaigns };
  switch (type) {
    case 'GoalAdded':
      goals.add(data.goalId);
      return { asked: { kind: 'add goal' }, after };
    case 'GoalDeleted':
      goals.delete(data.goalId);
      return { asked: { kind: 'delete goal', goal: data.goalId }, after };
    case 'CampaignAdded':
      campaigns.set(data.campaignId, data.campaign.goalId);
      return { asked: { kind: 'add campaign', goal: data.campaign.goalId }, after };
    case 'CampaignEdited': {
      const { goalId } = data.after;
      campaigns.set(data.campaignId, goalId);
      return { asked: { kind: 'move campaign', campaign: data.campaignId, goal: goalId }, after };
    }
    case 'CampaignDeleted':
      campaigns.delete(data.campaignId);
      return { asked: { kind: 'delete campaign', campaign: data.campaignId }, after };
    case 'SaleRecorded':
      return { asked: { kind: 'sell', campaign: data.sale.campaignId }, after };
    default:
      return { after };
  }
}

const text = (asked: Asked) => JSON.stringify(asked);

/**
 * What contradicts that all calls happened in one order, each between its begin and its end: that of the log. Each event
 * is allowed by those before it and answers one call; each refusal and each read agrees with a state that stood while it
 * was asked. A read may show an older one, but has what its session had written. `log` are the events of the company;
 * those up to `start` were there before.
 */
export function contradictions(
  log: readonly RecordedEvent[],
  start: number,
  calls: readonly Call[],
): string[] {
  const found: string[] = [];
  const states: { position: number; state: State }[] = [];
  const events = new Map<number, Asked>();
  let state: State = { goals: new Set(), campaigns: new Map() };
  for (const event of log) {
    const { asked, after } = traced(event, state);
    if (event.position > start && asked) {
      if (verdict(state, asked) !== 'done') found.push(`not allowed at ${event.position}: ${text(asked)}`);
      events.set(event.position, asked);
    }
    state = after;
    states.push({ position: event.position, state });
  }

  const isOwn = ({ asked, position, outcome }: Call) => {
    const event = position === undefined ? undefined : events.get(position);
    return outcome === 'done' && event !== undefined && text(event) === text(asked);
  };
  const taken = new Set<number>();
  const writes = calls
    .filter(isOwn)
    .sort((a, b) => a.began - b.began)
    .filter(({ asked, position = start }) => {
      const isFirst = !taken.has(position);
      taken.add(position);
      // A move that changes nothing answers with the position of the one before it.
      if (!isFirst && asked.kind !== 'move campaign') found.push('two calls have one event');
      return isFirst;
    });
  for (const [position, asked] of events)
    if (!taken.has(position)) found.push(`of no call, at ${position}: ${text(asked)}`);

  for (const call of calls) {
    const { asked, outcome, session, shown } = call;
    const before = writes.filter(({ ended }) => ended < call.began);
    const after = writes.filter(({ began }) => began > call.ended);
    const seen = shown ? before.filter((write) => write.session === session) : before;
    const from = Math.max(start, ...seen.map(({ position }) => position ?? start));
    const until = Math.min(Number.POSITIVE_INFINITY, ...after.map(({ position = 0 }) => position));
    if (writes.includes(call)) {
      const position = call.position ?? start;
      if (position <= from || position >= until) found.push(`out of order at ${position}: ${text(asked)}`);
      continue;
    }
    const agrees = ({ state: at }: { state: State }) => {
      if (shown) return isSame(shown, at.campaigns);
      if (verdict(at, asked) !== outcome) return false;
      // What changes nothing leaves no event.
      return (
        outcome !== 'done' ||
        (asked.kind === 'move campaign' && at.campaigns.get(asked.campaign) === asked.goal)
      );
    };
    if (!states.some((at) => at.position >= from && at.position < until && agrees(at)))
      found.push(`agrees with no state from ${from} to ${until}: ${outcome}, ${text(asked)}`);
  }
  return found;
}

function isSame(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return one.size === other.size && [...one].every(([key, value]) => other.get(key) === value);
}
