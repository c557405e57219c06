/** The set with or without `id`; the same object when nothing changes. Never edits `set`. */
export function withMember(set: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> {
  if (set.has(id) === isIn) return set;
  const changed = new Set(set);
  if (isIn) changed.add(id);
  else changed.delete(id);
  return changed;
}

/** The map with `value` under `id`, without `id` when it is undefined. Never edits `map`. */
export function withEntry<Value>(
  map: ReadonlyMap<string, Value>,
  id: string,
  value: Value | undefined,
): ReadonlyMap<string, Value> {
  const changed = new Map(map);
  if (value === undefined) changed.delete(id);
  else changed.set(id, value);
  return changed;
}
