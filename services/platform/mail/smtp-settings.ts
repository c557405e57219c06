import type { SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';
import { wrongVariable } from '../environment.ts';
import { isThisMachine } from '../limits/network.ts';
import type { MailAddress } from './mail.port.ts';

export type SmtpSettings = {
  readonly connection: SMTPConnectionOptions;
  readonly login: { readonly user: string; readonly pass: string } | null;
  /** Host and port, for people. */
  readonly description: string;
};

const SWITCHES = ['requireTLS', 'ignoreTLS', 'rejectUnauthorized', 'name'];

/**
 * Reads an SMTP URL. `smtps:` uses TLS from the start. `smtp:` switches to TLS where the server offers it, and requires
 * it with `?requireTLS=true` or a password, unless `?ignoreTLS=true` or the server is on this machine.
 * `?rejectUnauthorized=false` accepts any certificate, and `?name=` is our name in the greeting. Throws CliError.
 */
export function smtpSettings(url: string): SmtpSettings {
  const { protocol, hostname, port, username, password, searchParams } = new URL(url);
  const is = (name: string, value: boolean) => searchParams.get(name) === String(value);
  for (const name of searchParams.keys()) {
    if (!SWITCHES.includes(name))
      throw wrongVariable('SMTP_URL', `takes only ${SWITCHES.join(', ')} behind ?`);
  }
  const host = hostname.replace(/^\[|\]$/g, '');
  const secure = protocol === 'smtps:';
  const hasLogin = username !== '';
  const ignoreTLS = is('ignoreTLS', true);
  const name = searchParams.get('name');
  return {
    connection: {
      host,
      port: port === '' ? (secure ? 465 : 587) : Number(port),
      secure,
      ignoreTLS,
      requireTLS: !secure && !ignoreTLS && (is('requireTLS', true) || (hasLogin && !isThisMachine(hostname))),
      ...(is('rejectUnauthorized', false) ? { tls: { rejectUnauthorized: false } } : {}),
      ...(name ? { name } : {}),
    },
    login: hasLogin ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : null,
    description: `${secure ? 'smtps' : 'smtp'}://${hostname}${port === '' ? '' : `:${port}`}`,
  };
}

/** `Tallyboard <no-reply@example.com>` or the address alone, as the configuration has checked it. */
export function readSender(from: string): MailAddress {
  const named = /^(.*)<([^<>]+)>$/.exec(from.trim());
  if (!named) return { name: '', address: from.trim() };
  const [, name = '', address = ''] = named;
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address };
}
