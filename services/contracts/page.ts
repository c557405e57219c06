/** The sort key of a row: the columns of the order, with an id last so that no two rows are equal. */
export type SortKey = readonly (string | number)[];

/** The requested part of a list: at most `limit` rows, from behind the key `after` when one is given. */
export type PageWish = {
  readonly limit: number;
  readonly after?: SortKey | undefined;
  /** For a list by name: only rows with this text in their name, in any case. */
  readonly search?: string | undefined;
};

/** A page of a list, and the key of its last row when more rows follow. */
export type Page<Row> = { readonly rows: Row[]; readonly next: SortKey | null };
