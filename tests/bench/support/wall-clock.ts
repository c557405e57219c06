/** Milliseconds with fractions on a clock that all processes of this machine share. */
export function wallClock(): number {
  return performance.timeOrigin + performance.now();
}
