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
        typeof value === 'object' && value !== null && 'onInvalidInput' in value && 'path' in value,
    );
}

it('has exactly one row for every endpoint', async () => {
  const declared = (await declaredEndpoints()).map(({ method, path }) => `${method} ${path}`);
  expect(new Set(declared)).toEqual(new Set(Object.keys(accessTable)));
});

it('rejects an endpoint without a row, at compile time and at registration', () => {
  const forgotten = {
    method: 'GET',
    path: '/nowhere',
    summary: '',
    tag: '',
    reply: Type.Object({}),
    onInvalidInput: 'malformed',
  } as const;
  const declare = endpoint<typeof forgotten>;
  expectTypeOf(forgotten).not.toExtend<Parameters<typeof declare>[0]>();
  expect(() => accessRule(forgotten)).toThrow('GET /nowhere has no row in the access table');
});

it('lets a caller without a session only sign in, reset a password, register and contact us', () => {
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

it('gives a manager every right of an associate, and the super employee every right of a manager', () => {
  const weight = { refused: 0, self: 1, own: 1, allowed: 2 };
  for (const [name, [, associate, manager, superEmployee]] of Object.entries(accessTable)) {
    expect(weight[manager], name).toBeGreaterThanOrEqual(weight[associate]);
    expect(weight[superEmployee], name).toBeGreaterThanOrEqual(weight[manager]);
  }
});
