/** The ids of the big company: numbered, so that a test names any of them without asking. */
export const bigCompanyIds = {
  company: numbered('0', 1),
  employee: (at: number) => numbered('1', at),
  campaign: (at: number) => numbered('2', at),
  goal: (at: number) => numbered('3', at),
  sale: (at: number) => numbered('5', at),
};

/** A UUID of its kind (a hexadecimal digit) and number. */
export function numbered(kind: string, number: number): string {
  return `${kind}0000000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
}
