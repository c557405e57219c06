/** The maximum length of a visitor's message to support, in UTF-16 units; form and server share it. */
export const INQUIRY_MAX = 5_000;
