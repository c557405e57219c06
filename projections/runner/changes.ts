import type { ReadModelChange } from '#platform/live/live-bus.port.ts';
import type { Projection } from './projection.ts';
import { keyParts } from './row-keys.ts';

type Key = Record<string, string>;

/** The rows that a folded batch changed, by company: what the live bus tells, keys only. */
export function changesOf(projection: Projection): ReadModelChange[] {
  const byCompany = new Map<string, Key[]>();
  for (const { table, rows } of projection.tables) {
    for (const changed of rows.changedKeys()) {
      const [companyId = '', ...parts] = keyParts(changed);
      const key: Key = {};
      for (let place = 0; place < parts.length; place++) {
        key[table.key[place + 1] as string] = parts[place] as string;
      }
      const keys = byCompany.get(companyId);
      if (keys) keys.push(key);
      else byCompany.set(companyId, [key]);
    }
  }
  return [...byCompany].map(([companyId, keys]) => ({ model: projection.model.name, companyId, keys }));
}
