import { normalizeName } from '#contracts/normalize-name.ts';
import { readShortText } from '#contracts/text.ts';
import { readCsv } from './csv-file.ts';
import { productKey } from './names.ts';

export type Refused = { readonly file: string; readonly line: number; readonly reason: string };

export type Agent = { readonly key: string; readonly name: string; readonly managerKey: string };
export type Manager = { readonly key: string; readonly name: string };

/** Who works for whom. Keys are normalised names. */
export type Teams = { readonly managers: Map<string, Manager>; readonly agents: Map<string, Agent> };

/** Reads `sales_agent,manager`. A person who is both is a manager. */
export async function readTeams(file: string, refused: Refused[]): Promise<Teams> {
  const managers = new Map<string, Manager>();
  const agents = new Map<string, Agent>();
  for await (const row of readCsv(file, ['sales_agent', 'manager'])) {
    const reason = 'problem' in row ? row.problem : add(row.fields.sales_agent, row.fields.manager);
    if (reason) refused.push({ file, line: row.line, reason });
  }
  for (const key of managers.keys()) agents.delete(key);
  return { managers, agents };

  function add(agent: string, manager: string): string | undefined {
    const name = readShortText(agent);
    const managerName = readShortText(manager);
    if (!name) return 'sales_agent is no name';
    if (!managerName) return 'manager is no name';
    const key = normalizeName(name);
    const managerKey = normalizeName(managerName);
    const known = agents.get(key);
    if (known && known.managerKey !== managerKey) return `${name} already has another manager`;
    managers.set(managerKey, managers.get(managerKey) ?? { key: managerKey, name: managerName });
    agents.set(key, known ?? { key, name, managerKey });
    return undefined;
  }
}

/** Product names by their normalised form, in the order of the file. */
export async function readProducts(file: string, refused: Refused[]): Promise<Map<string, string>> {
  const products = new Map<string, string>();
  for await (const row of readCsv(file, ['product'])) {
    if ('problem' in row) {
      refused.push({ file, line: row.line, reason: row.problem });
      continue;
    }
    const name = readShortText(row.fields.product);
    if (name) products.set(productKey(name), products.get(productKey(name)) ?? name);
    else refused.push({ file, line: row.line, reason: 'product is no name' });
  }
  return products;
}
