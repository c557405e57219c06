import type { AccessRole, AccessRule, Right } from '#contracts/endpoints/access-table.ts';
import type { MessageCode } from '#contracts/messages.ts';

const PEOPLE = {
  nobody: 'without a session',
  associate: 'sales associate',
  manager: 'manager',
  'super employee': 'super employee',
} as const satisfies Record<AccessRole, string>;

const RIGHTS: Readonly<Record<Right, string>> = {
  allowed: 'yes',
  own: 'what is his own',
  self: 'when `id` is himself',
  refused: 'no',
};

/** The row of the access table in words, for the API document. */
export function accessNote({ rights, answersInactive }: AccessRule): string {
  if (rights.nobody === 'allowed') return 'Access: everybody.';
  const roles = (Object.keys(PEOPLE) as AccessRole[]).map(
    (role) => `| ${PEOPLE[role]} | ${RIGHTS[rights[role]]} |`,
  );
  const inactive = `| with an inactive subscription | ${answersInactive ? 'yes' : 'no'} |`;
  return ['| Access | |', '| --- | --- |', ...roles, inactive].join('\n');
}

/** The rejections that the access check of this route may give. */
export function accessRefusals({ rights, answersInactive, refusal }: AccessRule): MessageCode[] {
  if (rights.nobody === 'allowed') return [];
  const notAll = Object.entries(rights).some(
    ([role, right]) => role !== 'nobody' && right !== 'allowed' && right !== 'own',
  );
  return [
    'notLoggedIn',
    ...(answersInactive ? [] : (['subscriptionInactive'] as const)),
    ...(notAll ? [refusal] : []),
  ];
}
