/** Where a row stands in its list: what the list is sorted by, with an id last, so that no two are equal. */
export type SortKey = readonly (string | number)[];

/** What somebody wants to see of a list: at most `limit` rows, those that come after a key when one is given. */
export type PageWish = { readonly limit: number; readonly after?: SortKey | undefined };

/** Part of a list, and the key of its last row when more follow. */
export type Page<Row> = { readonly rows: Row[]; readonly next: SortKey | null };
