/** Rows whose text holds what is searched, wherever and in whatever case. */
export function searched<Row>(
  rows: readonly Row[],
  query: string,
  textOf: (row: Row) => string,
): readonly Row[] {
  const wanted = query.trim().toLocaleLowerCase();
  if (wanted === '') return rows;
  return rows.filter((row) => textOf(row).toLocaleLowerCase().includes(wanted));
}
