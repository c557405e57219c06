import type { ReactNode } from 'react';

/** A column of a DataTable. */
export type Column<Row> = {
  label: string;
  /** A function with the parameter `place` is drawn again when the row has another place. */
  show: (row: Row, place: number) => ReactNode;
  /** Makes the column sortable; null sorts last. */
  sortBy?: (row: Row) => string | number | null;
  /** The value in a download; `sortBy` where it is left out. A column with neither is not downloaded. */
  csv?: (row: Row) => string | number | null;
  /** Further columns of a download after this one, by their labels. */
  alsoCsv?: Readonly<Record<string, (row: Row) => string | number | null>>;
  numeric?: boolean;
  /** On a narrow screen, where each row is a card: its heading, its main number, its buttons, or not shown. */
  card?: 'heading' | 'main' | 'actions' | 'none';
};

/** Whether the column shows the place. */
export const showsPlace = <Row>({ show }: Column<Row>): boolean => show.length > 1;
