import type { ReactNode } from 'react';

/** A column of a DataTable. */
export type Column<Row> = {
  label: string;
  /** One that takes the place is drawn again when the row has another. */
  show: (row: Row, place: number) => ReactNode;
  /** Makes the column sortable; null sorts last. */
  sortBy?: (row: Row) => string | number | null;
  /** What a downloaded table has here; `sortBy` where it is left out. A column with neither is not downloaded. */
  csv?: (row: Row) => string | number | null;
  numeric?: boolean;
  /** In the card of a narrow screen: the heading, the main number beside it, what is done with the row, or absent. */
  card?: 'heading' | 'main' | 'actions' | 'none';
};
