import type {
  AppendCondition,
  AppendConflict,
  Appended,
  ExpectedRevision,
  NewEvent,
} from './event-store.port.ts';

/** An append in the form in which it is sent; every step that can fail on our side is done. */
export type EncodedAppend = {
  readonly stream: string;
  readonly expectation: number;
  readonly ids: readonly string[];
  readonly types: readonly string[];
  readonly versions: readonly number[];
  readonly data: readonly string[];
  readonly metadata: readonly string[];
  readonly condition: AppendCondition | undefined;
};

export type AppendVerdict = Appended | AppendConflict;
export type AppendVerdicts = { readonly verdicts: readonly AppendVerdict[]; readonly recordedAt: string };

const EXPECTATIONS = { 'no stream': -1, any: -2, 'stream exists': -3 } as const;

export function encodeAppend(
  stream: string,
  events: readonly NewEvent[],
  expected: ExpectedRevision,
  condition?: AppendCondition,
): EncodedAppend {
  return {
    stream,
    expectation: typeof expected === 'number' ? expected : EXPECTATIONS[expected],
    ids: events.map((event) => event.id),
    types: events.map((event) => event.type),
    versions: events.map((event) => event.version),
    data: events.map((event) => JSON.stringify(event.data)),
    metadata: events.map((event) => JSON.stringify(event.metadata)),
    condition,
  };
}
