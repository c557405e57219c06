import { describe, expect, it } from 'vitest';
import { CliError } from '#platform/terminal.ts';
import { readImportArgs } from './import.args.ts';

const files = ['--pipeline', 'p.csv', '--teams', 't.csv', '--products', 'r.csv'];
const given = (...more: string[]) => ['--company', 'Owner@Acme.test', ...files, ...more];

describe('the arguments of the import', () => {
  it('default to rates of 10 % and 0 %', { tags: ['decision-9.38', 'decision-9.39'] }, () => {
    expect(readImportArgs(given())).toEqual({
      company: 'owner@acme.test',
      pipeline: 'p.csv',
      teams: 't.csv',
      products: 'r.csv',
      name: undefined,
      commission: 10,
      tax: 0,
    });
    const said = readImportArgs(given('--commission', '7.5', '--tax', '13', '--name', ' Acme '));
    expect(said).toMatchObject({ commission: 7.5, tax: 13, name: 'Acme' });
  });

  it.each([
    [[], '--company is missing'],
    [['--company', 'acme', ...files], '--company takes an email'],
    [['--company', 'a@b.test'], '--pipeline is missing'],
    [given('--tax', '101'), '--tax takes a percentage'],
    [given('--commission', 'ten'), '--commission takes a percentage'],
    [given('--name', ' '), '--name takes the name'],
    [given('--naem', 'x'), "Unknown option '--naem'"],
    [given('stray'), "Unexpected argument 'stray'"],
  ])('%j are refused with one line of advice', (argv, problem) => {
    expect(() => readImportArgs(argv)).toThrow(CliError);
    expect(() => readImportArgs(argv)).toThrow(problem);
    try {
      readImportArgs(argv);
    } catch (error) {
      expect((error as Error).message).not.toContain('\n');
    }
  });
});
