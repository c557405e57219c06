import type { Step, Trace } from './trace.ts';

const SENDERS = {
  nobody: 'a visitor',
  associate: 'an associate',
  manager: 'a manager',
  'super employee': 'a super employee',
} as const;

/** One line for each file, in the order of their first calls, with its functions and the lines where they begin. */
export function reportOf({ route, sender, steps }: Trace): string {
  const files = Map.groupBy(steps, ({ file }) => file);
  const width = Math.max(...[...files.keys()].map((file) => file.length));
  const lines = [...files].map(
    ([file, ofFile], at) => `${String(at + 1).padStart(3)}  ${file.padEnd(width)}  ${namesOf(ofFile)}`,
  );
  const people = `sent by ${SENDERS[sender]}, seen on a manager's dashboard`;
  return [`${route}: ${files.size} files, ${steps.length} functions (${people})`, ...lines, ''].join('\n');
}

function namesOf(steps: readonly Step[]): string {
  return steps.map(({ name, line, calls }) => `${name}:${line}${calls > 1 ? ` ×${calls}` : ''}`).join(', ');
}
