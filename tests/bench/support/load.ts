import type autocannon from 'autocannon';
import { startChild } from './children.ts';

export const NEW_ID = '{id}';

export type Load = {
  readonly url: string;
  readonly method: 'GET' | 'PATCH' | 'POST';
  readonly headers: Record<string, string>;
  /** NEW_ID in it is replaced by the id of `newIdIn`. */
  readonly body?: string;
  readonly connections: number;
  readonly seconds: number;
  /** In place of the path of `url`: every connection asks for these in turn. */
  readonly paths?: readonly string[];
  /** The header that has a new id in each request: `idempotency-key`, as browsers send it. */
  readonly newIdIn?: string;
};

export type LoadFigures = {
  /** Mean requests per second. */
  readonly rate: number;
  readonly p50: number;
  /** Milliseconds. */
  readonly p99: number;
  readonly failures: number;
};

/** Runs autocannon in a process of its own, so that it does not share an event loop with what it measures. */
export async function load(options: Load): Promise<LoadFigures> {
  const { hello: result } = await startChild<autocannon.Result>('./load.child.ts', [JSON.stringify(options)]);
  return {
    rate: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failures: result.non2xx + result.errors,
  };
}
