/** The rows whose text contains `query`, ignoring case. */
export function searchRows<Row>(
  rows: readonly Row[],
  query: string,
  textOf: (row: Row) => string,
): readonly Row[] {
  const wanted = query.trim().toLocaleLowerCase();
  if (wanted === '') return rows;
  return rows.filter((row) => textOf(row).toLocaleLowerCase().includes(wanted));
}
