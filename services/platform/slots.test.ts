import { describe, expect, it } from 'vitest';
import { createSlots } from './slots.ts';

function gate() {
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

describe('slots', () => {
  it('let no more than so many run, and the others in order', async () => {
    const slots = createSlots({ running: 2, waiting: 10 });
    const second = gate();
    const gates = [gate(), second, gate(), gate()];
    const begun: number[] = [];
    const all = gates.map(({ opened }, index) =>
      slots(async () => {
        begun.push(index);
        await opened;
      }),
    );
    expect(begun).toEqual([0, 1]);
    second.open();
    await all[1];
    await Promise.resolve();
    expect(begun).toEqual([0, 1, 2]);
    for (const { open } of gates) open();
    await Promise.all(all);
    expect(begun).toEqual([0, 1, 2, 3]);
  });

  it('refuse who would have to wait too long', async () => {
    const slots = createSlots({ running: 1, waiting: 1 });
    const { opened, open } = gate();
    const inside = [slots(() => opened), slots(() => opened)];
    await expect(slots(() => opened)).rejects.toMatchObject({ code: 'unavailable', statusCode: 503 });
    open();
    await Promise.all(inside);
  });

  it('are free again after a task that failed', async () => {
    const slots = createSlots({ running: 1, waiting: 0 });
    await expect(slots(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(slots(() => Promise.resolve('yes'))).resolves.toBe('yes');
  });
});
