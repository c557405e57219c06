import type pg from 'pg';
import type { Page } from 'playwright-core';

/**
 * Who looks at it. `stopped` are people of a company whose subscription is not active, `first` is alone in a
 * company where there is nothing yet.
 */
export type Viewer =
  | 'visitor'
  | 'associate'
  | 'manager'
  | 'super employee'
  | 'first'
  | 'stopped associate'
  | 'stopped super employee';

/** Ids of what the screens of one row are about. */
export type Rows = Readonly<
  Record<'company' | 'sale' | 'goal' | 'campaign' | 'employee' | 'jobAid' | 'nothing', string>
>;

export type Look = {
  /** Of its picture. */
  readonly name: string;
  /** As in `paths`. */
  readonly path: string;
  /** What stands for `:id`. */
  readonly row?: keyof Rows;
  /** What stands for `:kind`. */
  readonly kind?: string;
  /** Behind the address; `{now}` stands for the instant at which it is opened. */
  readonly query?: string;
  /** In the title of the page, which says that it is this one. */
  readonly title: string;
  /** What must be there before it is looked at. */
  readonly shows?: string;
  /** What the tab has to know; the page is loaded anew after it. */
  readonly before?: (page: Page, pool: pg.Pool) => Promise<unknown>;
  /** What is done on it first. */
  readonly after?: (page: Page) => Promise<unknown>;
};
export type Screen = Look & { readonly as: Viewer };

/** What is done on a screen: a button is pressed. */
export const press = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click();
