import { describe, expect, it } from 'vitest';
import { readExportArgs, readHistoryArgs } from './history.args.ts';

const company = ['--company', 'Owner@Demo.test'];

describe('npm run audit -- history', () => {
  it('accepts a company, and optionally one thing', () => {
    expect(readHistoryArgs(company)).toEqual({ company: 'owner@demo.test', thing: null });
    expect(readHistoryArgs([...company, '--sale', 's1'])).toMatchObject({
      thing: { kind: 'sale', id: 's1' },
    });
  });

  it.each([
    [[], 'Which company?'],
    [[...company, '--sale', 'a', '--goal', 'b'], 'one thing at a time'],
    [['--company', 'nobody'], 'takes an email'],
    [['--firm', 'x'], 'Usage'],
  ])('refuses %j', (argv, said) => {
    expect(() => readHistoryArgs(argv)).toThrow(said);
  });
});

describe('npm run audit -- export', () => {
  it('writes CSV to standard output by default', () => {
    expect(readExportArgs(company)).toMatchObject({ format: 'csv', out: null, wanted: {} });
    const all = [...company, '--format', 'jsonl', '--out', 'f', '--kind', 'sale', '--from', '@1'];
    expect(readExportArgs(all)).toMatchObject({
      format: 'jsonl',
      out: 'f',
      wanted: { kind: 'sale', from: '@1' },
    });
    const page = { format: 'html', wanted: { person: 'p1' } };
    expect(readExportArgs([...company, '--format', 'html', '--person', 'p1'])).toMatchObject(page);
  });

  it.each([
    [[...company, '--format', 'xls'], '--format takes csv, jsonl, html, not "xls"'],
    [[...company, '--format', 'html', '--to', '@9'], '--format html takes --person and no --to.'],
    [[...company, '--kind', 'x'], '--kind takes sale, shift'],
  ])('refuses %j', (argv, said) => {
    expect(() => readExportArgs(argv)).toThrow(said);
  });
});
