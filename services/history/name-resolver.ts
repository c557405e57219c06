import type { Names } from '#contracts/history/values.ts';
import type { FoundNames, NamedIds } from '#projections/history/history.queries.ts';

const KINDS = ['persons', 'campaigns', 'goals'] as const;
type Kind = (typeof KINDS)[number];

/**
 * Names, asked for in one go and only those that a text really mentions: the text is made, and made again when a
 * name was not at hand. Names once found are kept, so of a long text nearly every part is made once.
 */
export function createNameResolver(find: (ids: NamedIds) => Promise<FoundNames>) {
  const known = { persons: new Map(), campaigns: new Map(), goals: new Map() } satisfies {
    [Each in Kind]: Map<string, string | undefined>;
  };
  const missing = { persons: new Set<string>(), campaigns: new Set<string>(), goals: new Set<string>() };
  const name = (kind: Kind) => (id: string) => {
    if (!known[kind].has(id)) missing[kind].add(id);
    return known[kind].get(id);
  };
  const names: Names = { person: name('persons'), campaign: name('campaigns'), goal: name('goals') };

  /** `make` is called once or twice. */
  return async <Text>(make: (names: Names) => Text): Promise<Text> => {
    const made = make(names);
    if (KINDS.every((kind) => missing[kind].size === 0)) return made;
    const found = await find({
      persons: [...missing.persons],
      campaigns: [...missing.campaigns],
      goals: [...missing.goals],
    });
    for (const kind of KINDS) {
      for (const id of missing[kind]) known[kind].set(id, undefined);
      for (const one of found[kind]) known[kind].set(one.id, one.name);
      missing[kind].clear();
    }
    return make(names);
  };
}
