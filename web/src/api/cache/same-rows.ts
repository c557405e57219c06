/** A reply with a list, as nearly all have. */
type Listing = { readonly requestedData?: unknown };
type Row = Readonly<Record<string, unknown>>;

/**
 * The new reply, in which every row that did not change is the same object as before, and a list without a change the
 * same list: neither is sorted or drawn again. Rows are found by their id, rows without one by what they hold.
 */
export function withSameRows<Reply extends Listing>(before: Listing, after: Reply): Reply {
  const [former, rows] = [before.requestedData, after.requestedData];
  if (!Array.isArray(former) || !Array.isArray(rows)) return after;
  const known = new Map((former as Row[]).map((row) => [nameOf(row), row]));
  const same = (rows as Row[]).map((row) => {
    const earlier = known.get(nameOf(row));
    return earlier && isSame(earlier, row) ? earlier : row;
  });
  const isUnchanged = same.length === former.length && same.every((row, at) => row === former[at]);
  return { ...after, requestedData: isUnchanged ? former : same };
}

const nameOf = (row: Row): unknown => (typeof row.id === 'string' ? row.id : JSON.stringify(row));

function isSame(left: Row, right: Row): boolean {
  const keys = Object.keys(right);
  return Object.keys(left).length === keys.length && keys.every((key) => isSameValue(left[key], right[key]));
}

function isSameValue(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  return typeof left === 'object' && JSON.stringify(left) === JSON.stringify(right);
}
