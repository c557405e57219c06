import { expect } from 'vitest';
import type { Sale } from '#contracts/endpoints/sales.endpoints.ts';
import { contextOf } from '#tests/support/command-world.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { apiWorld, type Company } from '#tests/support/servers/api-under-test.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';

export const DAYS = ['2026-03-01', '2026-03-02', '2026-03-03'] as const;

type Listed = { requestedData: Sale[]; nextCursor?: string; commission?: number };

/** The API, sales recorded on past dates, and lists of them whole and in pages. */
export function listWorld() {
  const api = apiWorld();

  async function record(
    { companyId, campaignId, associate: { employeeId } }: Company,
    name: string,
    entryDate: string,
    fields: { readonly status?: string; readonly customerNumber?: string; readonly price?: number } = {},
  ) {
    const recorded = await api.commands.sales.recordSale(contextOf(companyId, { actorId: employeeId }), {
      ...{ employeeId, campaignId, entryDate, name, price: 1, ...fields },
      actorIsManager: false,
    });
    if (!recorded.ok) throw new Error(recorded.code);
    expect(await api.progress.waitFor(recorded.position, MAX_WAIT_MS)).toBe(true);
    return recorded.value.saleId;
  }

  async function list(client: HttpClient, path: string): Promise<Listed> {
    const reply = await client.get(`/sales/getsales/${path}`);
    expect(reply.status).toBe(200);
    return reply.body;
  }

  /** All pages to the end; `between` runs after each. */
  async function pages(
    client: HttpClient,
    path: string,
    limit: number,
    between: (page: Sale[]) => void | Promise<void> = () => {},
  ): Promise<Sale[][]> {
    const seen: Sale[][] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const query: string = `${path.includes('?') ? '&' : '?'}limit=${limit}${cursor && `&cursor=${cursor}`}`;
      const page: Listed = await list(client, `${path}${query}`);
      seen.push(page.requestedData);
      await between(page.requestedData);
      cursor = page.nextCursor;
    }
    return seen;
  }

  return { api, record, list, pages };
}
