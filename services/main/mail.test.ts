import { describe, expect, it } from 'vitest';
import { whereMailAppears } from './mail.ts';

describe('the start line', () => {
  const smtp = { kind: 'smtp', url: 'smtps://me:secret@mail.example.com:465', from: 'a@b.test' } as const;

  it('says where mail goes, and never shows a password', () => {
    const url = 'http://localhost:3000';
    expect(whereMailAppears({ kind: 'mailbox' }, url, false)).toBe(
      'Mail appears at http://localhost:3000/dev/mailbox',
    );
    expect(whereMailAppears({ kind: 'mailbox' }, url, true)).toBe('Mail is kept and goes nowhere');
    expect(whereMailAppears(smtp, url, true)).toBe('Mail leaves for mail.example.com:465');
  });
});
