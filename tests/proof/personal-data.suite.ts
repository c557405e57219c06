import type pg from 'pg';
import { expect, it } from 'vitest';
import { decodeEvent } from '#contracts/events/codec.ts';
import type { Verdict } from '#contracts/proof/verdict.ts';
import type { RecordedEvent } from '#platform/event-store/event-store.port.ts';
import { blanked, erasePersonal } from './erase-personal.ts';

type World = {
  readonly pool: pg.Pool;
  readonly companyId: string;
  /** The events of that company, sealed. */
  readonly events: readonly RecordedEvent[];
  /** The result of verification after these statements, which are then rolled back. */
  readonly verdictAfter: (tamper: () => Promise<unknown>) => Promise<Verdict>;
};

/** Erasing personal values with their key leaves the chain intact; no other change of them does. */
export function personalDataIsErased(world: () => World): void {
  const sale = () => world().events.find(({ type }) => type === 'SaleRecorded') as RecordedEvent;
  /** An edited sale, from the first to the last of its events. */
  const wholeSale = () => {
    const edited = world().events.findLast(({ type }) => type === 'SaleEdited');
    return world().events.filter(({ stream }) => stream === edited?.stream);
  };
  /** All events that contain the name of one person. */
  const person = () => {
    const all = world().events.filter(({ type }) => type.startsWith('Employee'));
    const idOf = ({ data }: RecordedEvent) => (data as { employeeId: string }).employeeId;
    return all.filter((event, _at, [first]) => first && idOf(event) === idOf(first));
  };
  const erase = (...erased: RecordedEvent[]) => erasePersonal(world().pool, world().companyId, erased);
  const faultAfter = async (tamper: () => Promise<unknown>) => (await world().verdictAfter(tamper)).fault;

  it('erased with its keys leaves an intact chain and readable events', async () => {
    const { events, verdictAfter } = world();
    expect(wholeSale().length).toBeGreaterThan(1);
    for (const erased of [[sale()], wholeSale(), person(), [...person(), ...wholeSale()]]) {
      const verdict = await verdictAfter(() => erase(...erased));
      expect(verdict).toMatchObject({ fault: null, erased: erased.length, events: events.length });
      for (const event of erased) expect(() => decodeEvent({ ...event, data: blanked(event) })).not.toThrow();
    }
  });

  it('that is erased leaves the rest of its event protected by the chain', async () => {
    const { position } = sale();
    const changed = `regexp_replace(data::text, '("priceCents":)', '\\19')`;
    const tamper = async () => {
      await erase(sale());
      await world().pool.query(`UPDATE events SET data = ${changed}::json WHERE position = $1`, [position]);
    };
    expect(await faultAfter(tamper)).toMatchObject({ kind: 'changed', position, difference: 'content' });
  });

  it('cannot be replaced or blanked while its key exists, nor rewritten after the key is gone', async () => {
    const { pool, companyId } = world();
    const { position } = sale();
    const setText = (field: string, text: string) =>
      pool.query(
        `UPDATE events SET data = regexp_replace(data::text, '("${field}":)"[^"]*"', '\\1"${text}"')::json WHERE position = $1`,
        [position],
      );
    const forgetKey = () =>
      pool.query('UPDATE seal_links SET key = NULL WHERE company_id = $1 AND position = $2', [
        companyId,
        position,
      ]);
    const blank = async () => {
      for (const field of ['saleName', 'customerNumber', 'details']) await setText(field, '');
    };
    const writeAnew = async () => {
      await erase(sale());
      await setText('saleName', 'Somebody Else');
    };
    const changed = { kind: 'changed', position, difference: 'personal' };
    for (const tamper of [() => setText('saleName', 'Somebody Else'), blank, forgetKey, writeAnew])
      expect(await faultAfter(tamper)).toMatchObject(changed);
  });
}
