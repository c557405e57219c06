import type { StreamSelection } from './event-store.port.ts';

/** Whether an event is of one of these streams. Many selections at once cost as much as one. */
export function selects(
  ...selections: readonly StreamSelection[]
): (event: { readonly stream: string }) => boolean {
  const names = new Set(selections.flatMap(({ streams }) => streams));
  const prefixes = new Set(selections.flatMap((selection) => selection.prefixes));
  // Ids are as long as each other, mostly, so these are few.
  const lengths = [...new Set([...prefixes].map((prefix) => prefix.length))];
  return ({ stream }) => names.has(stream) || lengths.some((length) => prefixes.has(stream.slice(0, length)));
}
