/** The share of an hourly goal that a rate reaches; 1 is reached, null when the goal is zero. */
export function shareOf(rate: number | 'N/A', hourlySales: number): number | null {
  return hourlySales > 0 ? (rate === 'N/A' ? 0 : rate) / hourlySales : null;
}
