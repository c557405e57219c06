import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { securityTextRoute } from './security-text.ts';

const PATH = '/.well-known/security.txt';
const SET = {
  SECURITY_CONTACT: 'security@example.com, https://example.com/report',
  SECURITY_CONTACT_UNTIL: '2027-06-30',
};

async function served(env: Record<string, string>, publicUrl?: string) {
  const app = Fastify();
  securityTextRoute(readConfig(env), () => publicUrl)(app);
  return app.inject(PATH);
}

it('security.txt has the contacts of the operator, the preferred one first, and ends with their day', async () => {
  const { statusCode, headers, body } = await served(SET, 'https://tallyboard.example.com');
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(body.split('\n')).toEqual([
    'Contact: mailto:security@example.com',
    'Contact: https://example.com/report',
    'Expires: 2027-06-30T23:59:59.000Z',
    'Preferred-Languages: en',
    'Canonical: https://tallyboard.example.com/.well-known/security.txt',
    '',
  ]);
  expect((await served(SET, 'http://localhost:3000')).body).not.toContain('Canonical');
});

it('an installation without a contact says so', async () => {
  const { statusCode, body } = await served({});
  expect([statusCode, body]).toEqual([404, 'This installation names no contact for security.\n']);
});

it.each([
  [{ ...SET, SECURITY_CONTACT: 'me' }, 'SECURITY_CONTACT'],
  [{ ...SET, SECURITY_CONTACT: 'http://example.com' }, 'SECURITY_CONTACT'],
  [{ ...SET, SECURITY_CONTACT: 'https://a.test/\nX: y' }, 'SECURITY_CONTACT'],
  [{ ...SET, SECURITY_CONTACT: '' }, 'SECURITY_CONTACT'],
  [{ ...SET, SECURITY_CONTACT_UNTIL: '' }, 'SECURITY_CONTACT_UNTIL'],
  [{ ...SET, SECURITY_CONTACT_UNTIL: '2027-02-30' }, 'SECURITY_CONTACT_UNTIL'],
  [{ ...SET, SECURITY_CONTACT_UNTIL: 'next year' }, 'SECURITY_CONTACT_UNTIL'],
])('refuses %j in one line that names it', (env, name) => {
  expect(() => readConfig(env)).toThrow(new RegExp(`^${name} takes [^\\n]+$`));
});
