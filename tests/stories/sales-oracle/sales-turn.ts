import { SALE_STATUSES, type SaleStatus } from '#contracts/sale-status.ts';
import { dollarsOf } from '#tests/support/exact-arithmetic.ts';
import type { HttpClient, HttpReply } from '#tests/support/servers/http-client.ts';
import type { Campaign, ExpectedSale, SaleInput } from './expected-sales.ts';

export type Seller = { readonly id: string; readonly isManager: boolean; readonly browser: HttpClient };

/** The expected state, updated with each confirmed command. */
export type Book = {
  readonly campaigns: readonly Campaign[];
  /** All employees that can have a new sale. */
  readonly ownerIds: readonly string[];
  readonly sales: Map<string, ExpectedSale>;
  /** The local date of an employee, yyyy-mm-dd. */
  readonly dateOf: (ownerId: string) => string;
};

export type Dice = {
  pick<Thing>(things: readonly Thing[]): Thing;
  chance(of: number): boolean;
  below(most: number): number;
};

export function diceFrom(random: () => number): Dice {
  const below = (most: number) => Math.floor(random() * most);
  return {
    below,
    chance: (of) => random() < of,
    pick: (things) => {
      if (things.length === 0) throw new Error('nothing to pick from');
      return things[below(things.length)] as (typeof things)[number];
    },
  };
}

function randomInput(dice: Dice): SaleInput {
  const cents = dice.pick([dice.below(100), dice.below(1_000_000), dice.below(100_000_000_000)]);
  return {
    name: `Sale ${dice.below(1000)}`,
    price: dollarsOf(cents),
    discount: dice.pick(['0', '100', '2.5', '33.333', '99.999999', String(dice.below(100))]),
    customerNumber: dice.pick(['', `C-${dice.below(1000)}`]),
    details: dice.pick(['', 'two\nlines', 'd'.repeat(255), '👍']),
    status: dice.pick<SaleStatus>([...SALE_STATUSES, 'Closed', 'Closed', 'Closed']),
  };
}

/** One random action of this person. `busy` holds the sales that others change at the same moment. */
export async function takeTurn(who: Seller, book: Book, dice: Dice, busy: Set<string>): Promise<number> {
  const reachable = [...book.sales.values()].filter(
    ({ id, ownerId }) => !busy.has(id) && (who.isManager || ownerId === who.id),
  );
  const foreign = [...book.sales.values()].filter(({ ownerId }) => !who.isManager && ownerId !== who.id);
  if (foreign.length > 0 && dice.chance(0.08)) return beRefused(who, dice.pick(foreign), dice);
  if (reachable.length < 3 || dice.chance(0.35)) return add(who, book, dice);
  const sale = dice.pick(reachable);
  busy.add(sale.id);
  if (dice.chance(0.1)) return misedit(who, sale, dice);
  return dice.chance(0.25) ? remove(who, sale, book, dice) : edit(who, sale, book, dice);
}

async function add(who: Seller, book: Book, dice: Dice): Promise<number> {
  const [words, campaign] = [randomInput(dice), dice.pick(book.campaigns)];
  const ownerId = who.isManager ? dice.pick(book.ownerIds) : who.id;
  const price = dice.pick(['', '$']) + words.price;
  return record(who, { ownerId, input: words, campaign }, book, price);
}

type NewSale = Pick<ExpectedSale, 'ownerId' | 'input' | 'campaign'>;

/** `price` as typed. */
async function record(who: Seller, sale: NewSale, book: Book, price = sale.input.price): Promise<number> {
  const { ownerId, campaign } = sale;
  const { tax, rate } = campaign;
  const body = { ...sale.input, price, campaignId: campaign.id };
  const reply = await who.browser.post(
    '/api/sales/addsale',
    ownerId === who.id ? body : { ...body, employeeId: ownerId },
  );
  const position = positionOf(reply);
  const { id } = reply.body.requestedData[0];
  book.sales.set(id, { ...sale, id, date: book.dateOf(ownerId), position, tax, rate });
  return position;
}

/** Records this many Closed sales of their own, besides the random ones. */
export async function closeSales(who: Seller, book: Book, count: number): Promise<void> {
  for (let at = 1; at <= count; at += 1) {
    const terms = { price: '10', discount: '0', customerNumber: '', details: '' };
    const campaign = book.campaigns[0] as Campaign;
    await record(
      who,
      { ownerId: who.id, input: { name: `Closed ${at}`, status: 'Closed', ...terms }, campaign },
      book,
    );
  }
}

async function edit(who: Seller, sale: ExpectedSale, book: Book, dice: Dice): Promise<number> {
  const all = randomInput(dice);
  // A price of 0.00 is none: a sale that becomes Closed then needs one.
  const isNeeded = (field: string) =>
    field === 'status' || (field === 'price' && Number(sale.input.price) === 0);
  const some = Object.fromEntries(
    Object.entries(all).filter(([field]) => isNeeded(field) || dice.chance(0.4)),
  );
  const campaign = dice.chance(0.4) ? dice.pick(book.campaigns) : undefined;
  const body = { ...some, ...(campaign && { campaignId: campaign.id }), tax: 1, commission: 1 };
  const reply = await who.browser.patch(`/api/sales/editsale/${sale.id}`, body);
  const moved =
    campaign && campaign !== sale.campaign ? { campaign, tax: campaign.tax, rate: campaign.rate } : {};
  book.sales.set(sale.id, { ...sale, input: { ...sale.input, ...some }, ...moved });
  return positionOf(reply);
}

async function remove(who: Seller, sale: ExpectedSale, book: Book, dice: Dice): Promise<number> {
  const body = dice.chance(0.5) ? { entryDate: sale.date } : undefined;
  const reply = await who.browser.delete(`/api/sales/delete/${sale.id}`, body);
  book.sales.delete(sale.id);
  return positionOf(reply);
}

/** An edit with one wrong value changes nothing. */
async function misedit(who: Seller, sale: ExpectedSale, dice: Dice): Promise<number> {
  const wrong = dice.pick<Record<string, string>>([
    { price: '1.005' },
    { discount: '101' },
    { status: 'Won' },
    { status: '' },
    { campaignId: 'x' },
  ]);
  const reply = await who.browser.patch(`/api/sales/editsale/${sale.id}`, { ...randomInput(dice), ...wrong });
  if (reply.status < 400 || reply.status >= 500)
    throw new Error(`${JSON.stringify(wrong)} was answered ${reply.status}`);
  return 0;
}

async function beRefused({ browser }: Seller, { id }: ExpectedSale, dice: Dice): Promise<number> {
  const reply = dice.chance(0.5)
    ? await browser.delete(`/api/sales/delete/${id}`)
    : await browser.patch(`/api/sales/editsale/${id}`, randomInput(dice));
  if (reply.status !== 404) throw new Error(`a sale of another person was answered ${reply.status}`);
  return 0;
}

function positionOf(reply: HttpReply): number {
  if (reply.status !== 200) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`);
  return Number(reply.headers.get('x-tallyboard-position'));
}
