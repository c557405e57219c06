import { readdirSync } from 'node:fs';
import { Type } from 'typebox';
import { expect, expectTypeOf, it } from 'vitest';
import { expectedAccess, refusalOfRole } from '#tests/access/expected-access.ts';
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

it('has exactly one row for every endpoint', { tags: ['asvs-8.1.1', 'spec-6.6'] }, async () => {
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

it('gives each role the rights that were written by hand from the specification, and no other', {
  tags: ['spec-6.1', 'spec-6.8', 'decision-6.1'],
}, () => {
  const words = { all: 'allowed', own: 'own', self: 'self', no: 'refused' };
  const expected = [...expectedAccess].map(([name, access]) => {
    const { nobody, associate, manager, 'super employee': superEmployee, inactive } = access;
    return [name, [...[nobody, associate, manager, superEmployee].map((right) => words[right]), inactive]];
  });
  expect(accessTable).toEqual(Object.fromEntries(expected));
});

it('words a refusal as the specification does', () => {
  const worded = [...expectedAccess.keys()].map((name) => {
    const [method = '', path = ''] = name.split(' ');
    return [name, accessRule({ method, path }).refusal];
  });
  expect(Object.fromEntries(worded)).toEqual(
    Object.fromEntries([...expectedAccess.keys()].map((name) => [name, refusalOfRole(name)])),
  );
});
