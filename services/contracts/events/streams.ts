/**
 * Stream names. The company is part of every name, so an id of another company names a stream that does not
 * exist here: a foreign id cannot be told from an unknown one.
 */
export const streams = {
  sale: (companyId: string, saleId: string) => `sale-${companyId}_${saleId}`,
  shift: (companyId: string, employeeId: string, loginDate: string) =>
    `shift-${companyId}_${employeeId}_${loginDate}`,
  /**
   * Goals, campaigns and employees of a company share one stream, because the rules between them (no goal
   * deleted under its campaigns, no campaign under its employees) must hold under concurrency.
   */
  structure: (companyId: string) => `structure-${companyId}`,
  jobAid: (companyId: string, jobAidId: string) => `jobaid-${companyId}_${jobAidId}`,
  company: (companyId: string) => `company-${companyId}`,
  subscription: (companyId: string) => `subscription-${companyId}`,
  /** What is left when a company is erased; see `streamsToErase`. */
  erasure: (companyId: string) => `erasure-${companyId}`,
} as const;

/** Every stream with data of a company: of these names, and of those that begin so. */
export function streamsToErase(companyId: string) {
  return {
    streams: [streams.structure, streams.company, streams.subscription].map((of) => of(companyId)),
    prefixes: [
      streams.sale(companyId, ''),
      // What comes behind the company is `_employee_date`.
      streams.shift(companyId, '', '').slice(0, -1),
      streams.jobAid(companyId, ''),
    ],
  };
}

const STREAM = /^[a-z]+-([^_]+)(?:_|$)/;

/** The company that a stream belongs to, for events whose metadata cannot be read; null for no stream of ours. */
export function companyOfStream(stream: string): string | null {
  return STREAM.exec(stream)?.[1] ?? null;
}
