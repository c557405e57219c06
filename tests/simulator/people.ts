import type { Scheduler } from '#platform/clock.ts';
import { type Ask, createBrowser, type SignedIn } from './browser.ts';
import type { Office } from './office.ts';

type SaleChange = 'record' | 'edit' | 'remove';

/** Sells, edits and removes through any process that answers. `sellsForOthers`: as a manager may. */
export function createSeller(
  { person, sellsForOthers }: { readonly person: SignedIn; readonly sellsForOthers: boolean },
  office: Office,
  ask: Ask,
  scheduler: Scheduler,
) {
  const browser = createBrowser(person, ask, scheduler);
  let own: string[] = [];
  let turns = 0;

  /** Of this turn: each price is another one, so that an event tells which request made it. */
  const priceOf = (turn: number) => 100 + turn;
  const oneOf = (ids: readonly string[]) => ids[turns % ids.length];

  /** The request was refused, which it may be only for the sake of one of these ids. */
  function refused(what: string, status: number, ids: readonly (string | undefined)[]): void {
    const isClear = !ids.some((id) => id !== undefined && office.isDoubtful(id));
    if (isClear || ![401, 404].includes(status)) browser.odd.push(`${what} was answered ${status}`);
  }

  async function record(): Promise<void> {
    const [price, key] = [priceOf(turns), `${person.employeeId}-${turns}`];
    const campaignId = oneOf(office.campaigns());
    const employeeId = sellsForOthers && turns % 3 === 0 ? oneOf(office.hired()) : undefined;
    const sale = { name: 'Roof', campaignId, price, status: 'Closed', customerNumber: key };
    const request = { method: 'POST', url: '/sales/addsale', key } as const;
    const { status, position, body } = await browser.send({ ...request, body: { ...sale, employeeId } });
    if (status !== 200) return refused('addsale', status, [person.employeeId, employeeId, campaignId]);
    const id = body.requestedData?.[0]?.id ?? '';
    own.push(id);
    browser.acknowledge({ type: 'SaleRecorded', id, mark: `${price * 100}`, position });
  }

  async function editOrRemove(isEdit: boolean, saleId: string): Promise<void> {
    const [price, key] = [priceOf(turns), `${person.employeeId}-${turns}`];
    // Some edits move the sale to another campaign.
    const campaignId = isEdit && turns % 2 === 0 ? oneOf(office.campaigns()) : undefined;
    const { status, position } = await browser.send(
      isEdit
        ? {
            ...{ method: 'PATCH', url: `/sales/editsale/${saleId}`, key },
            body: { status: 'Closed', price, campaignId },
          }
        : { method: 'DELETE', url: `/sales/delete/${saleId}`, key },
    );
    // A restored log may not have the sale.
    if (status !== 200 && own.includes(saleId))
      refused(isEdit ? 'editsale' : 'delete', status, [person.employeeId, campaignId]);
    if (status !== 200) return;
    if (!isEdit) own = own.filter((id) => id !== saleId);
    const made = isEdit ? { type: 'SaleEdited', mark: `${price * 100}` } : { type: 'SaleDeleted', mark: '' };
    browser.acknowledge({ ...made, id: saleId, position });
  }

  return {
    ...browser,
    change(kind: SaleChange): void {
      browser.inTurn(async () => {
        turns += 1;
        const saleId = own.at(-1);
        await (kind === 'record' || saleId === undefined ? record() : editOrRemove(kind === 'edit', saleId));
      });
    },
    /** A restored log has nothing behind this position. */
    forgetAfter(...of: Parameters<typeof browser.forgetAfter>): void {
      browser.forgetAfter(...of);
      const has = (wanted: string, sale: string) =>
        browser.acknowledged().some(({ type, id }) => type === wanted && id === sale);
      own = browser
        .acknowledged()
        .flatMap(({ type, id }) => (type === 'SaleRecorded' && !has('SaleDeleted', id) ? [id] : []));
    },
  };
}
