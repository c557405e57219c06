type Said = Readonly<Record<string, unknown>>;

/**
 * Whether an event belongs into the statement of an employee: what was said of him, his shifts, his sales, those that
 * came to him or went from him, and the campaigns, which everybody sees and which say what his sales are called after.
 */
export function isOf(
  { type, data }: { readonly type: string; readonly data: unknown },
  employeeId: string,
): boolean {
  if (typeof data !== 'object' || data === null) return false;
  const said = data as Said;
  if (type.startsWith('Campaign')) return true;
  if (said.employeeId === employeeId) return true;
  return ['sale', 'before', 'after'].some(
    (name) => type.startsWith('Sale') && (said[name] as Said | undefined)?.employeeId === employeeId,
  );
}
