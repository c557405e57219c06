import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { functionsIn } from './functions-in.ts';

/** A function of the program; `file` is relative to the checkout, `line` counts from 1. */
export type Probe = { readonly file: string; readonly name: string; readonly line: number };

/** What ran while it was recorded. The order of the map is the order of the first calls. */
export type Calls = ReadonlyMap<Probe, number>;

declare global {
  /** Called at the start of every probed function. */
  var tallyboardTrace: ((id: number) => void) | undefined;
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PROBED = /^(services|projections|infra)\/.+\.ts$/;

const probes: Probe[] = [];
let recording: { calls: Map<Probe, number>; newestAt: number } | null = null;

/**
 * Makes every function of services/, projections/ and infra/ report its calls. Only files that are loaded later
 * are probed. The coverage of V8 would give the same functions, but not their order.
 */
export function installProbes(): void {
  globalThis.tallyboardTrace = (id) => {
    const probe = probes[id];
    if (!recording || !probe) return;
    const before = recording.calls.get(probe);
    if (before === undefined) recording.newestAt = performance.now();
    recording.calls.set(probe, (before ?? 0) + 1);
  };
  registerHooks({
    load(url, context, nextLoad) {
      const file = url.startsWith('file:') ? relative(ROOT, fileURLToPath(url)) : '';
      if (!PROBED.test(file)) return nextLoad(url, context);
      const source = readFileSync(fileURLToPath(url), 'utf8');
      return { format: 'module-typescript', source: withProbes(file, source), shortCircuit: true };
    },
  });
}

/** Starts to record; calls that were recorded before are forgotten. */
export function startRecording(): void {
  recording = { calls: new Map(), newestAt: performance.now() };
}

/** Milliseconds since a function ran for the first time in this recording. */
export function quietForMs(): number {
  return recording ? performance.now() - recording.newestAt : 0;
}

/** Whether a function of this file has run in this recording. */
export function hasRun(file: string): boolean {
  return [...(recording?.calls.keys() ?? [])].some((probe) => probe.file === file);
}

export function stopRecording(): Calls {
  const calls = recording?.calls ?? new Map<Probe, number>();
  recording = null;
  return calls;
}

function withProbes(file: string, source: string): string {
  const insertions = functionsIn(file, source).flatMap(({ name, line, start, end, isExpression }) => {
    const call = `globalThis.tallyboardTrace?.(${probes.push({ file, name, line }) - 1})`;
    if (!isExpression) return [{ at: start + 1, text: `${call};` }];
    return [
      { at: start, text: `(${call},` },
      { at: end, text: ')' },
    ];
  });
  // From the end to the start, so that the positions before stay right.
  return insertions
    .sort((a, b) => b.at - a.at)
    .reduce((text, { at, text: added }) => text.slice(0, at) + added + text.slice(at), source);
}
