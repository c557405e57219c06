/** What a visitor writes to the support: so many UTF-16 units at most; the form says the same. */
export const INQUIRY_MAX = 5_000;
