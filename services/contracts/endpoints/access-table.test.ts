import { readdirSync } from 'node:fs';
import { Type } from 'typebox';
import { expect, expectTypeOf, it } from 'vitest';
import { accessRule, accessTable } from './access-table.ts';
import { type Endpoint, endpoint } from './endpoint.ts';

/** Every endpoint value of every file beside this one, registered or not. */
async function declaredEndpoints(): Promise<Endpoint[]> {
  const files = readdirSync(import.meta.dirname).filter((file) => /^(?!all\.).+\.endpoints\.ts$/.test(file));
  const modules = await Promise.all(files.map((file) => import(/* @vite-ignore */ `./${file}`)));
  return modules
    .flatMap((module: Record<string, unknown>) => Object.values(module))
    .filter(
      (value): value is Endpoint =>
        typeof value === 'object' && value !== null && 'misfit' in value && 'path' in value,
    );
}

it('has one row for every endpoint, and none for others', async () => {
  const declared = (await declaredEndpoints()).map(({ method, path }) => `${method} ${path}`);
  expect(new Set(declared)).toEqual(new Set(Object.keys(accessTable)));
});

it('refuses an endpoint without a row: to the compiler, and to whoever wants to register it', () => {
  const forgotten = {
    method: 'GET',
    path: '/nowhere',
    summary: '',
    tag: '',
    reply: Type.Object({}),
    misfit: 'malformed',
  } as const;
  const declare = endpoint<typeof forgotten>;
  expectTypeOf(forgotten).not.toExtend<Parameters<typeof declare>[0]>();
  expect(() => accessRule(forgotten)).toThrow('GET /nowhere has no row in the access table');
});

it('lets nobody do anything but come in: sign in, reset a password, register, write to us', () => {
  const open = Object.entries(accessTable).filter(([, [nobody]]) => nobody === 'allowed');
  const paths = open
    .map(([name]) => name.split(' ')[1] ?? '')
    .filter((path) => !path.startsWith('/registration/'));
  expect(paths).toEqual([
    '/login',
    '/employees/is-logged-in',
    '/employees/confirmemail',
    '/employees/resendotp',
    '/employees/verifyotp',
    '/employees/resetpassword',
    '/contact-us',
  ]);
});

it('gives a manager all that an associate has, and the super employee all that a manager has', () => {
  const weight = { refused: 0, self: 1, own: 1, allowed: 2 };
  for (const [name, [, associate, manager, superEmployee]] of Object.entries(accessTable)) {
    expect(weight[manager], name).toBeGreaterThanOrEqual(weight[associate]);
    expect(weight[superEmployee], name).toBeGreaterThanOrEqual(weight[manager]);
  }
});
