export const CODE_LENGTH = 6;

/** The content of the boxes, with a space for each empty one: `12 4  `. */
export type CodeText = string;

/** The content of the boxes, and the box that gets the focus next. */
export type CodeMove = { readonly code: CodeText; readonly at: number };

export const NO_CODE: CodeText = ' '.repeat(CODE_LENGTH);

const LAST = CODE_LENGTH - 1;
const clamp = (at: number) => Math.min(Math.max(at, 0), LAST);

/** The digit of a box, or an empty text. */
export function digitAt(code: CodeText, at: number): string {
  return (code[at] ?? ' ').trim();
}

/** True when every box has its digit. */
export function isWholeCode(code: CodeText): boolean {
  return /^[0-9]{6}$/.test(code);
}

/** One digit fills its box; several digits, pasted or filled in by the browser, fill the boxes from there on. */
export function withDigits(code: CodeText, at: number, text: string): CodeMove {
  const digits = text.replace(/[^0-9]/g, '');
  if (digits === '') return { code, at };
  // A whole code goes into all boxes, wherever the cursor is.
  const from = digits.length >= CODE_LENGTH ? 0 : at;
  const room = digits.slice(0, CODE_LENGTH - from);
  const filled = boxes(code);
  for (const [step, digit] of [...room].entries()) filled[from + step] = digit;
  return { code: filled.join(''), at: clamp(from + room.length) };
}

/** The content of a box after typing into it: a second digit replaces the first. */
export function retyped(before: string, text: string): string {
  if (before === '' || text.length !== 2) return text;
  return text.startsWith(before) ? text.slice(1) : text.slice(0, 1);
}

/** The effect of Backspace: clears the box and moves back. */
export function withoutDigit(code: CodeText, at: number): CodeMove {
  const left = boxes(code);
  left[at] = ' ';
  return { code: left.join(''), at: clamp(at - 1) };
}

const JUMPS: Readonly<Record<string, (at: number) => number>> = {
  ArrowLeft: (at) => clamp(at - 1),
  ArrowRight: (at) => clamp(at + 1),
  Home: () => 0,
  End: () => LAST,
};

/** The box that a key moves to; null for a key that does not move. */
export function jumpTo(key: string, at: number): number | null {
  return JUMPS[key]?.(at) ?? null;
}

function boxes(code: CodeText): string[] {
  return [...code.padEnd(CODE_LENGTH)];
}
