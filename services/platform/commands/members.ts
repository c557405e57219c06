/** The set with or without `id`; the very same set when that changes nothing. Never edits `set`. */
export function withMember(set: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> {
  if (set.has(id) === isIn) return set;
  const changed = new Set(set);
  if (isIn) changed.add(id);
  else changed.delete(id);
  return changed;
}
