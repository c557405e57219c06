import type { FastifyInstance } from 'fastify';
import { readEmail } from '#contracts/text.ts';
import { type EnvironmentReader, wrongVariable } from './environment.ts';

/** What the operator says to people who found a weakness (RFC 9116). */
export type SecurityText = {
  /** URIs, the preferred one first. */
  readonly contacts: readonly string[];
  /** UTC ISO-8601. */
  readonly expires: string;
};

const SCHEMES = ['https:', 'mailto:', 'tel:'];

/** Throws CliError unless both variables are there or neither is. */
export function readSecurityText(read: EnvironmentReader): SecurityText | undefined {
  const contact = read.text('SECURITY_CONTACT');
  const until = read.text('SECURITY_CONTACT_UNTIL');
  if (contact === undefined && until === undefined) return undefined;
  const contacts = (contact ?? '').split(',').map(uriOf);
  if (!contacts.every((uri) => uri !== null))
    throw wrongVariable(
      'SECURITY_CONTACT',
      'takes an email or an https address, or several with commas between them',
    );
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(until ?? '');
  const end = isDay ? new Date(`${until}T23:59:59Z`) : undefined;
  if (end === undefined || Number.isNaN(end.getTime()) || !end.toISOString().startsWith(until as string))
    throw wrongVariable(
      'SECURITY_CONTACT_UNTIL',
      'takes the last day on which SECURITY_CONTACT is sure to be right, like 2027-06-30',
    );
  return { contacts, expires: end.toISOString() };
}

function uriOf(text: string): string | null {
  const given = text.trim();
  const email = readEmail(given);
  if (email !== null) return `mailto:${email}`;
  if (/\s/.test(given) || !URL.canParse(given)) return null;
  return SCHEMES.includes(new URL(given).protocol) ? given : null;
}

export const SECURITY_TEXT_PATH = '/.well-known/security.txt';

/** 404 without a contact: a made-up one would be worse than none. `publicUrl` as browsers see us. */
export const securityTextRoute =
  (
    { securityText }: { readonly securityText: SecurityText | undefined },
    publicUrl: () => string | undefined,
  ) =>
  (app: FastifyInstance): void => {
    app.get(SECURITY_TEXT_PATH, (_request, reply) => {
      reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache');
      if (!securityText) return reply.code(404).send('This installation names no contact for security.\n');
      const url = publicUrl();
      const lines = [
        ...securityText.contacts.map((uri) => `Contact: ${uri}`),
        `Expires: ${securityText.expires}`,
        'Preferred-Languages: en',
        ...(url?.startsWith('https:') ? [`Canonical: ${url}${SECURITY_TEXT_PATH}`] : []),
      ];
      return reply.send(`${lines.join('\n')}\n`);
    });
  };
