import type pg from 'pg';
import type { Page } from 'playwright-core';

/**
 * The viewer. `stopped` belongs to a company without an active subscription, `first` is alone in an empty
 * company.
 */
export type Viewer =
  | 'visitor'
  | 'associate'
  | 'manager'
  | 'manager without factor'
  | 'super employee'
  | 'first'
  | 'stopped associate'
  | 'stopped super employee';

/** The ids for the addresses of the screens. */
export type Rows = Readonly<
  Record<'company' | 'sale' | 'goal' | 'campaign' | 'employee' | 'jobAid' | 'payPeriod' | 'nothing', string>
>;

export type Look = {
  /** Name of its picture. */
  readonly name: string;
  /** A path of `paths`. */
  readonly path: string;
  /** The value of `:id`. */
  readonly row?: keyof Rows;
  /** The value of `:kind`. */
  readonly kind?: string;
  /** The query; `{now}` is replaced by the current instant. */
  readonly query?: string;
  /** Text of the page title that identifies the screen. */
  readonly title: string;
  /** Text to wait for before the checks. */
  readonly shows?: string;
  /** Session storage of the tab; the page is reloaded after it is set. */
  readonly before?: (page: Page, pool: pg.Pool) => Promise<unknown>;
  /** Actions on the screen before the checks. */
  readonly after?: (page: Page) => Promise<unknown>;
};
export type Screen = Look & { readonly as: Viewer };

/** An action on a screen: a button is pressed. */
export const press = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click();

export const pressDelete = (page: Page) =>
  page
    .getByRole('button', { name: /^Delete ./ })
    .first()
    .click();
