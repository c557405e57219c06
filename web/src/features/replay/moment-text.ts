import type { ReplayMoment } from '#contracts/endpoints/replay.endpoints.ts';
import { formatMoney } from '../../ui/format.ts';

/** A moment in words: `Sofia Marchetti closed $1,240.00`. `names` by employee id. */
export function momentText(moment: ReplayMoment, names: ReadonlyMap<string, string>): string {
  const { kind, employee_id, price } = moment;
  const who = names.get(employee_id ?? '') ?? 'Somebody';
  const sale = price === null ? 'a sale' : formatMoney(price);
  switch (kind) {
    case 'closed':
      return `${who} closed ${sale}`;
    case 'recorded':
      return `${who} recorded ${sale}`;
    case 'changed':
      return `A sale of ${who} was changed`;
    case 'moved':
      return `A sale of ${who} was moved`;
    case 'reopened':
      return `A sale of ${who} is no longer closed`;
    case 'deleted':
      return `A sale of ${who} was deleted`;
    case 'shift started':
      return `${who} started a shift`;
    case 'shift resumed':
      return `${who} is back`;
    case 'shift ended':
      return `${who} ended the shift`;
    case 'shift closed':
      return `The shift of ${who} was closed`;
    case 'start set':
      return `The shift of ${who} began at another time`;
    case 'duration set':
      return `The shift of ${who} has another duration`;
    case 'employee changed':
      return `${who} has another name or campaign`;
    case 'campaign changed':
      return 'A campaign has another name';
  }
}
