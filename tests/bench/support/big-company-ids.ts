/** The ids of the big company are numbered, so that a test can name any of them. */
export const bigCompanyIds = {
  company: numbered('0', 1),
  employee: (at: number) => numbered('1', at),
  campaign: (at: number) => numbered('2', at),
  goal: (at: number) => numbered('3', at),
  sale: (at: number) => numbered('5', at),
};

/** A UUID from a kind (a hexadecimal digit) and a number. */
export function numbered(kind: string, number: number): string {
  return `${kind}0000000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
}
