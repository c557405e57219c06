import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog } from '#platform/log.ts';
import { runImportsJob } from '#services/import/imports.ts';
import { contextOf, done } from '#tests/support/command-world.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { seededRandom } from '#tests/support/random.ts';
import { casesOf, SEED } from '#tests/support/seed.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import { PASSWORD, startTestProgram, type TestProgram } from '#tests/support/servers/test-program.ts';
import { checkPeriod, createTally, type Period, type Tally } from './sales-oracle/expected-periods.ts';
import { closed, type ExpectedSale } from './sales-oracle/expected-sales.ts';
import { type Book, diceFrom, takeTurn } from './sales-oracle/sales-turn.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const STEPS = 40;
const dice = diceFrom(seededRandom(SEED));

/** Each begins five days before clocks change in some of the zones. */
const BEGINNINGS = ['2026-03-03', '2026-10-20', '2026-03-24', '2026-09-29'] as const;
const ZONES = [
  ...['America/Toronto', 'America/St_Johns', 'Europe/London', 'Africa/Casablanca', 'Asia/Kathmandu'],
  ...['Asia/Manila', 'Australia/Lord_Howe', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'],
];
const TERMS = [
  { name: 'Solar', commission: 9.975, tax: 13 },
  { name: 'Wind', commission: 33.333333, tax: 0.5 },
  { name: 'Water', commission: 100, tax: 0 },
];

type Member = { readonly id: string; readonly email: string; readonly isManager: boolean };
/** A person at work: their browser, and the zone of their last sign-in. */
type AtWork = Member & { readonly browser: HttpClient; readonly zone: string };

let now = Date.parse(`${BEGINNINGS[0]}T12:00:00.000Z`);
let program: TestProgram;

beforeAll(async () => {
  console.log(`SEED=${SEED}`);
  // The test runs the job of the imports.
  const roles = new Set(['api', 'gateway', 'projections'] as const);
  program = await startTestProgram({ roles, clock: { now: () => new Date(now) } });
});
afterAll(() => program.stop());

const dateIn = (zone: string, at: number) => new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(at);
const isoDate = (at: number) => new Date(at).toISOString().slice(0, 10);

/** One company of people in several zones, with random acts for about ten days. */
async function createFloor(beginning: string, tally: Tally) {
  now = Date.parse(`${beginning}T12:00:00.000Z`);
  const company = await program.seedCompany({ managers: 2, associates: 4, campaigns: TERMS });
  const { companyId } = company;
  const campaigns = company.campaigns.map(({ campaignId, name }, at) => {
    const { tax = 0, commission: rate = 0 } = TERMS[at] ?? {};
    return { id: campaignId, name, tax, rate };
  });
  const members: Member[] = [...company.managers, ...company.associates].map(({ employeeId, email }, at) => {
    return { id: employeeId, email, isManager: at < 2 };
  });
  const [boss] = members as [Member];
  const owner = await program.signIn(company.owner.email, PASSWORD, 'America/Toronto');
  const atWork = new Map<string, AtWork>();
  const present = members.map(({ id }) => id);
  const former: string[] = [];
  const zoneOf = (id: string) => atWork.get(id)?.zone ?? (atWork.get(boss.id) as AtWork).zone;
  const book: Book = {
    ...{ campaigns, ownerIds: present, sales: new Map() },
    dateOf: (id) => dateIn(zoneOf(id), now),
  };

  /** Signs in, now and then from another zone: the sign-in begins the shift of that date. */
  async function comeIn(member: Member): Promise<void> {
    const before = atWork.get(member.id)?.zone;
    const zone = before !== undefined && dice.chance(0.7) ? before : dice.pick(ZONES);
    const browser = await program.signIn(member.email, PASSWORD, zone);
    atWork.set(member.id, { ...member, browser, zone });
  }

  const dropIn = () => comeIn(dice.pick(members.filter(({ id }) => present.includes(id))));
  const seller = () => dice.pick([...atWork.values()]);
  const bossAtWork = () => atWork.get(boss.id) as AtWork;

  /** A sale that waited for a network, up to six days. */
  async function sellLate(): Promise<void> {
    const who = seller();
    const at = now - dice.below(6 * 24) * HOUR_MS;
    const campaign = dice.pick(campaigns);
    const input = {
      ...plainSale(`Late ${dice.below(1000)}`),
      status: dice.pick(['Closed', 'Lead'] as const),
    };
    const body = { ...input, campaignId: campaign.id };
    const path = `/api/sales/addsale?madeAt=${new Date(at).toISOString()}`;
    const reply = await who.browser.post(path, body);
    expect(reply.status).toBe(200);
    keep(reply.body.requestedData[0].id, who.id, { input, campaign, date: dateIn(who.zone, at) });
  }

  type Kept = Pick<ExpectedSale, 'input' | 'campaign' | 'date'>;
  function keep(id: string, ownerId: string, sale: Kept): void {
    const { tax, rate } = sale.campaign;
    book.sales.set(id, { ...sale, id, ownerId, position: 0, tax, rate });
  }

  const plainSale = (name: string) => ({
    ...{ name, price: `${dice.below(100_000)}.${10 + dice.below(90)}`, discount: '0' },
    ...{ customerNumber: '', details: '' },
  });

  /** The super employee imports sales of present people, also of dates without any shift. */
  async function importSales(): Promise<void> {
    const mark = `Imported ${now}`;
    const rows = Array.from({ length: 4 }, (_, at) => {
      const member = dice.pick(members.filter(({ id }) => present.includes(id)));
      const status = dice.pick(['Closed', 'Closed', 'Negotiating'] as const);
      const input = { ...plainSale(`${mark} ${at}`), status };
      return { member, input, campaign: dice.pick(campaigns), date: isoDate(now - dice.below(20) * DAY_MS) };
    });
    const lines = rows.map(({ member, input, campaign, date }) =>
      [date, member.email, campaign.name, input.price, input.name, input.status].join(),
    );
    const text = ['Date,Email,Campaign,Price,Name,Status', ...lines].join('\n');
    const { body } = await owner.post('/api/imports?name=book.csv', { text });
    expect(body).toMatchObject({ good: rows.length, refusedCount: 0 });
    expect((await owner.post(`/api/imports/${body.import.id}/start`)).status).toBe(200);
    const run = { jobId: '1', attempt: 1, signal: new AbortController().signal, log: createLog('silent') };
    const { imports } = program.core;
    while ((await imports.records.atWork()).length > 0) await runImportsJob(imports).handler({}, run);
    await caughtUp();
    for (const { member, input, campaign, date } of rows) {
      const query = new URLSearchParams({ employeeId: member.id, search: input.name });
      const found = (await owner.get(`/api/sales/getsales/all?${query}`)).body.requestedData;
      expect(found).toHaveLength(1);
      keep(found[0].id, member.id, { input, campaign, date });
    }
    tally.imported += rows.length;
  }

  /** A manager adds a shift; a date that has one refuses it. */
  async function addShift(): Promise<void> {
    const employeeId = dice.pick(present);
    const loginDate = isoDate(now - (1 + dice.below(12)) * DAY_MS);
    const shift = { employeeId, loginDate, loginTime: '08:00', shiftDuration: '6' };
    const { status } = await bossAtWork().browser.patch('/api/employees/edit/shiftDuration/manager', shift);
    expect([200, 409]).toContain(status);
  }

  async function dismiss(): Promise<void> {
    const id = dice.pick(present.filter((each) => each !== boss.id));
    expect((await bossAtWork().browser.delete(`/api/employees/delete/${id}`)).status).toBe(200);
    present.splice(present.indexOf(id), 1);
    former.push(id);
    atWork.delete(id);
  }

  async function changeRates(): Promise<void> {
    const campaign = dice.pick(campaigns);
    campaign.rate = dice.pick([0, 7.5, 12.345678, 100]);
    const edit = { campaignId: campaign.id, commission: campaign.rate };
    await done(program.core.commands.campaigns.editCampaign(contextOf(companyId), edit));
  }

  async function act(): Promise<void> {
    now += dice.below(9) * HOUR_MS;
    if (dice.chance(0.15)) await dropIn();
    if (dice.chance(0.25)) await dice.pick([changeRates, addShift, sellLate])();
    for (let turn = 0; turn < 2; turn += 1) await takeTurn(seller(), book, dice, new Set());
  }

  function randomPeriod(): Period {
    const day = () => isoDate(Date.parse(beginning) + (dice.below(36) - 20) * DAY_MS);
    const change = isoDate(Date.parse(beginning) + 5 * DAY_MS);
    const [from = '', to = ''] = [day(), day()].sort();
    const kinds: Period[] = [{}, { from }, { to }, { from, to }, { from, to }, { from: day(), to: change }];
    const few: Period[] = [
      { from, to: from },
      { from: to, to: from },
      { from: change, to: change },
    ];
    return dice.pick([...kinds, ...few, { from: '2020-02-01', to: '2020-02-29' }, { from: '2031-01-01' }]);
  }

  async function check(periods: number): Promise<void> {
    await caughtUp();
    for (let nth = 0; nth < periods; nth += 1) {
      const id = former.length > 0 && dice.chance(0.3) ? dice.pick(former) : dice.pick(present);
      const self = dice.chance(0.4) ? atWork.get(id) : undefined;
      const sales = closed([...book.sales.values()]).filter(({ ownerId }) => ownerId === id);
      const reader = self?.browser ?? bossAtWork().browser;
      await checkPeriod({ reader, id, sales, period: randomPeriod(), limit: 1 + dice.below(7) }, tally);
      if (former.includes(id)) tally.former += 1;
    }
  }

  for (const member of members.slice(0, 5)) await comeIn(member);
  return { act, importSales, dismiss, check };
}

async function caughtUp(): Promise<void> {
  expect(await program.progress.waitFor(await program.core.store.head(), MAX_WAIT_MS)).toBe(true);
}

it('for any person and period: the rows of the report, the commission and the sales listed have one sum', {
  tags: ['spec-3.14', 'decision-9.21', 'decision-9.16', 'decision-3.9'],
  timeout: 5 * MAX_WAIT_MS,
}, async () => {
  const tally = createTally();
  for (const beginning of BEGINNINGS.slice(0, casesOf({ always: 2, withSeed: BEGINNINGS.length }))) {
    const { act, importSales, dismiss, check } = await createFloor(beginning, tally);
    for (let step = 1; step <= STEPS; step += 1) {
      await act();
      if (step % 8 === 0) await importSales();
      if (step % 12 === 0) await dismiss();
      if (step % 10 === 0) await check(8);
    }
    await check(24);
  }
  // Otherwise the histories would prove little.
  for (const [what, count] of Object.entries(tally)) expect([what, count > 5]).toEqual([what, true]);
});
