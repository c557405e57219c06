import type { StreamSelection } from './event-store.port.ts';

/** True when an event belongs to one of these streams. Many selections together cost as much as one. */
export function selects(
  ...selections: readonly StreamSelection[]
): (event: { readonly stream: string }) => boolean {
  const names = new Set(selections.flatMap(({ streams }) => streams));
  const prefixes = new Set(selections.flatMap((selection) => selection.prefixes));
  // Most ids have the same length, so there are few lengths.
  const lengths = [...new Set([...prefixes].map((prefix) => prefix.length))];
  return ({ stream }) => names.has(stream) || lengths.some((length) => prefixes.has(stream.slice(0, length)));
}
