import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

it('a log line is one line of JSON on stderr, with its time in UTC and without passwords and tokens', {
  tags: ['asvs-16.2.2', 'asvs-16.2.4', 'asvs-16.2.5', 'asvs-16.4.1'],
}, () => {
  const forged = 'x\n{"level":50,"msg":"forged"}\u001b[2J';
  const facts = { name: forged, password: 'p1', token: 't1', session: { token: 't2', password: 'p2' } };
  const script = `
    import { createLog } from '${new URL('./log.ts', import.meta.url)}';
    createLog('info').warn(${JSON.stringify(facts)}, ${JSON.stringify(forged)});`;
  const before = Date.now();
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  expect(stdout).toBe('');
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(stderr).not.toContain('\u001b');
  const line = JSON.parse(stderr);
  // Milliseconds since 1970, as Unix counts them.
  expect(line.time).toBeGreaterThanOrEqual(before);
  expect(line).toMatchObject({ level: 40, msg: forged, name: forged });
  expect(stderr).not.toMatch(/"[pt][12]"/);
});
