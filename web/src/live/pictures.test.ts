import { expect, test } from 'vitest';
import { createPictures } from './pictures.ts';

function drawing() {
  let time = 1000;
  const drawn: number[] = [];
  const waits: number[] = [];
  const draw = createPictures({
    now: () => time,
    beforeFrame: (work) => {
      time += 16;
      work();
    },
    later: (work, milliseconds) => {
      waits.push(milliseconds);
      time += milliseconds;
      work();
    },
  });
  return {
    drawn,
    waits,
    news: () => draw(() => drawn.push(time)),
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
  };
}

test('news after a quiet moment is in the next picture', () => {
  const { news, pass, drawn, waits } = drawing();
  news();
  pass(100);
  news();
  expect(waits).toEqual([]);
  expect(drawn).toEqual([1016, 1132]);
});

test('news in a crowd waits until a tenth of a second is over', () => {
  const { news, pass, waits } = drawing();
  news();
  pass(30);
  news();
  expect(waits).toEqual([70]);
});
