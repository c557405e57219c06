import type { BrowserWorld } from './browser-world.ts';
import type { Looks, Person } from './chromium.ts';
import type { HttpClient } from './http-client.ts';

/** The browser of somebody who has signed in already, elsewhere: no form is filled in for it. */
export async function openSignedIn(world: BrowserWorld, client: HttpClient, looks?: Looks): Promise<Person> {
  const person = await world.open(looks);
  const { url } = world.program;
  await person.context.addCookies([...client.cookies].map(([name, value]) => ({ name, value, url })));
  return person;
}
