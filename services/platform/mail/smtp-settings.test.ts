import { describe, expect, it } from 'vitest';
import { CliError } from '../terminal.ts';
import { readSender, smtpSettings } from './smtp-settings.ts';

const connection = (url: string) => smtpSettings(url).connection;

describe('SMTP_URL', () => {
  it('gives port and TLS', () => {
    expect(connection('smtps://mail.example.com')).toMatchObject({
      host: 'mail.example.com',
      port: 465,
      secure: true,
    });
    expect(connection('smtp://mail.example.com')).toMatchObject({
      port: 587,
      secure: false,
      requireTLS: false,
    });
    expect(connection('smtp://[::1]:2525')).toMatchObject({ host: '::1', port: 2525 });
  });

  it('never sends a password in the clear, unless explicitly allowed or to this machine', () => {
    expect(connection('smtp://me:pw@mail.example.com')).toMatchObject({ requireTLS: true });
    expect(connection('smtp://me:pw@127.0.0.1:25')).toMatchObject({ requireTLS: false });
    expect(connection('smtp://me:pw@127.0.0.1.example.com')).toMatchObject({ requireTLS: true });
    expect(connection('smtp://me:pw@mail.example.com?ignoreTLS=true')).toMatchObject({ requireTLS: false });
  });

  it('may contain any user and password, and shows neither', () => {
    const { login, description } = smtpSettings('smtps://me%40example.com:p%2Fw%25@mail.example.com:4650');
    expect(login).toEqual({ user: 'me@example.com', pass: 'p/w%' });
    expect(description).toBe('smtps://mail.example.com:4650');
  });

  it('accepts only known options', () => {
    expect(() => smtpSettings('smtp://mail.example.com?requiretls=true')).toThrow(CliError);
  });
});

describe('MAIL_FROM', () => {
  it.each([
    ['no-reply@example.com', { name: '', address: 'no-reply@example.com' }],
    ['Tallyboard <no-reply@example.com>', { name: 'Tallyboard', address: 'no-reply@example.com' }],
    ['"Tally, Board" <a@b.example>', { name: 'Tally, Board', address: 'a@b.example' }],
  ])('%s', (from, expected) => {
    expect(readSender(from)).toEqual(expected);
  });
});
