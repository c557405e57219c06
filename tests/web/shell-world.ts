import type { Page } from 'playwright-core';
import { beforeAll } from 'vitest';
import { type BrowserWorld, browserWorld } from '#tests/support/browser/browser-world.ts';
import type { BrowserOptions, Person } from '#tests/support/browser/chromium.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';

type Role = 'associate' | 'manager' | 'owner';

export type ShellWorld = {
  readonly world: BrowserWorld;
  /** Opens an address in the browser of one of them; the owner is the super employee. */
  open(who: Role | HttpClient, path: string, options?: BrowserOptions): Promise<Person>;
};

/** Three signed-in people of one company. */
export function shellWorld(): ShellWorld {
  const world = browserWorld();
  let clients: Record<Role, HttpClient>;
  beforeAll(async () => {
    clients = {
      associate: await world.signIn(world.people[0]),
      manager: await world.signIn(world.team.manager),
      owner: await world.signIn(world.team.company.owner),
    };
  });
  return {
    world,
    open(who, path, options) {
      const client = typeof who === 'string' ? clients[who] : who;
      return world.openAt(path, client, options);
    },
  };
}

export const title = (page: Page, text: string) =>
  page.getByRole('heading', { level: 1, name: text }).waitFor();
export const at = (page: Page, path: string) => page.waitForURL((url) => url.pathname === path);
export const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' });
