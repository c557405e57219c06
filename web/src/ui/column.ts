import type { ReactNode } from 'react';

/** A column of a DataTable. */
export type Column<Row> = {
  label: string;
  show: (row: Row, place: number) => ReactNode;
  /** Makes the column sortable; null sorts last. */
  sortBy?: (row: Row) => string | number | null;
  numeric?: boolean;
  /** In the card of a narrow screen: the heading, or the main number beside it. */
  card?: 'heading' | 'main' | 'none';
};
