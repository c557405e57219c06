import { describe, expect, it } from 'vitest';
import { messages } from '#contracts/messages.ts';
import { isRefused, survey } from './file-rows.ts';
import { guessPeople, isKnown, readPeople, type Staff } from './people-file.ts';

const owner = { id: 'e0', name: 'Olga Owner' };
const staff: Staff = {
  campaigns: new Map([
    ['fibre', { id: 'c1', name: 'Fibre' }],
    ['mobile', null],
  ]),
  managers: new Map([['olga owner', owner]]),
  employees: new Map([['there@x.test', 'e1']]),
  ownersOf: async () => new Map([['taken@x.test', 'another person']]),
  defaultCampaign: undefined,
  defaultManager: owner,
  idFor: (email) => `id of ${email}`,
};

const HEADER = 'First Name,Surname,E-Mail,Position,Campaign,Reports To,Hours,Number';

/** The rows of a file by the guessed plan: name, role and manager, or column and reason, in their order. */
async function read(rows: readonly string[], header = HEADER, there: Partial<Staff> = {}): Promise<string[]> {
  const text = [header, ...rows].join('\n');
  const found = await survey(text);
  if (!found.ok) throw new Error(found.code);
  const people = await readPeople(text, guessPeople(found.value), { ...staff, ...there });
  return people.map((row) => {
    if (isRefused(row)) return `${row.line} ${row.column}: ${row.reason}`;
    if (isKnown(row)) return `${row.line} is there`;
    const { firstName, lastName, role } = row.input;
    return `${firstName} ${lastName}, ${role} of ${row.manager}`;
  });
}

describe('a row of people', () => {
  it('becomes an employee, by default an associate of the person who brought the file', async () => {
    expect(
      await read(['Ada,Lovelace,Ada@x.test,,FIBRE,,,', 'Al,Turing,al@x.test,Associate,fibre,,8,7']),
    ).toEqual(['Ada Lovelace, sales associate of Olga Owner', 'Al Turing, sales associate of Olga Owner']);
  });

  it('may have a full name, and the campaign of the others', async () => {
    const defaultCampaign = { id: 'c1', name: 'Fibre' };
    expect(await read(['Ada King Lovelace;a@x.test'], 'Name;Mail', { defaultCampaign })).toEqual([
      'Ada King Lovelace, sales associate of Olga Owner',
    ]);
    expect(await read([';a@x.test'], 'Name;Mail', { defaultCampaign })).toEqual(['2 name: is empty']);
  });

  it('may name a manager of the file, in any line; the manager is added before', async () => {
    const rows = [
      'C,C,c@x.test,,Fibre,b b,,',
      'B,B,b@x.test,manager,Fibre,A@x.test,,',
      'A,A,a@x.test,Manager,Fibre,Olga Owner,,',
    ];
    expect(await read(rows)).toEqual([
      'A A, manager of Olga Owner',
      'B B, manager of A A',
      'C C, sales associate of B B',
    ]);
    // The order is the same when the first of them are there.
    const added = new Map([['a@x.test', 'id of a@x.test']]);
    expect((await read(rows, HEADER, { employees: added })).slice(1)).toEqual([
      '3 manager: there is no manager "A@x.test"',
      '2 manager: there is no manager "b b"',
    ]);
  });

  it('is refused with its managers in a circle, or when two have the name', async () => {
    const circle = ['A,A,a@x.test,manager,Fibre,B B,,', 'B,B,b@x.test,manager,Fibre,A A,,'];
    const reason = 'manager: the managers above this person form a circle';
    expect(await read(circle)).toEqual([`2 ${reason}`, `3 ${reason}`]);
    const twins = [
      'A,A,a@x.test,manager,Fibre,,,',
      'A,A,b@x.test,manager,Fibre,,,',
      'C,C,c@x.test,,Fibre,A A,,',
    ];
    expect((await read(twins))[2]).toBe('4 manager: two managers are called "A A"');
  });

  it('is there already with the email of an employee, whatever else it says', async () => {
    expect(await read(['Some,Body,THERE@x.test,chief,Nowhere,,99,'])).toEqual(['2 is there']);
  });

  it.each([
    ['Ada,Lovelace,,,Fibre,,,', 'email: is empty'],
    ['Ada,Lovelace,ada,,Fibre,,,', 'email: "ada" is no email'],
    ['Ada,Lovelace,taken@x.test,,Fibre,,,', `email: ${messages.emailTaken}`],
    ['Ada,Lovelace,first@x.test,,Fibre,,,', 'email: "first@x.test" is in line 2, too'],
    [',Lovelace,a@x.test,,Fibre,,,', 'firstName: is empty'],
    ['Ada,,a@x.test,,Fibre,,,', 'lastName: is empty'],
    [`${'A'.repeat(256)},L,a@x.test,,Fibre,,,`, `firstName: ${messages.invalidText}`],
    [`A,L,a@x.test,,Fibre,,,${'1'.repeat(256)}`, `number: ${messages.invalidText}`],
    ['A,L,a@x.test,chief,Fibre,,,', `role: ${messages.invalidRole}`],
    ['A,L,a@x.test,,Fibre,,ten,', `duration: ${messages.invalidDuration}`],
    ['A,L,a@x.test,,,,,', 'campaign: is empty'],
    ['A,L,a@x.test,,Cable,,,', 'campaign: there is no campaign "Cable"'],
    ['A,L,a@x.test,,Mobile,,,', 'campaign: two campaigns are called "Mobile"'],
    ['A,L,a@x.test,,Fibre,Zoe,,', 'manager: there is no manager "Zoe"'],
    ['A,L,a@x.test', ': has 3 fields, the first line has 8'],
  ])('%s is refused with column and reason', async (row, reason) => {
    const rows = await read(['First,One,first@x.test,,Fibre,,,', row]);
    expect(rows).toContain(`3 ${reason}`);
    expect(rows).toHaveLength(2);
  });
});

it('5,000 people are read between other work', async () => {
  let turns = 0;
  const turn = () => {
    turns += 1;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  const rows = Array.from({ length: 5_000 }, (_, at) => `A,B,p${at}@x.test,,Fibre,,,`);
  expect(await read(rows)).toHaveLength(5_000);
  clearImmediate(next);
  expect(turns).toBeGreaterThan(50);
});
