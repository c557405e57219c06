import { getDefaultStore } from 'jotai';
import { matchPath } from 'react-router-dom';
import { CLIENT_ERROR_MAX, reportClientError } from '#contracts/endpoints/client-errors.endpoints.ts';
import type { BodyOf } from '#contracts/endpoints/endpoint.ts';
import { apiAtom } from '../api/api.atoms.ts';
import { lastCorrelationId } from '../api/api-client.ts';
import { ownRelease } from '../kit/live/release.ts';
import { paths } from '../kit/paths.ts';

type Report = BodyOf<typeof reportClientError>;

/** More failures of one page say nothing new. */
const MOST = 5;
const reported = new Set<string>();

/** Sends a failure of this page, each message once. */
export async function send(failure: unknown): Promise<void> {
  const report = reportOf(failure, {
    pathname: location.pathname,
    release: ownRelease(),
    correlationId: lastCorrelationId,
  });
  if (reported.size >= MOST || reported.has(report.message)) return;
  reported.add(report.message);
  // Not the store of the page: its client may have failed.
  await getDefaultStore().get(apiAtom).call(reportClientError, { body: report });
}

/** The report of a failure, without ids, queries and email addresses. */
export function reportOf(
  failure: unknown,
  page: { pathname: string; release: string | null; correlationId: string | null },
): Report {
  const { message, stack } =
    failure instanceof Error ? failure : { message: String(failure), stack: undefined };
  const screen = Object.values(paths).find((path) => matchPath(path, page.pathname));
  return {
    message: cleaned(message).slice(0, CLIENT_ERROR_MAX.message),
    ...(stack !== undefined && { stack: cleaned(stack).slice(0, CLIENT_ERROR_MAX.stack) }),
    ...(screen !== undefined && { screen }),
    ...(page.release !== null && { release: page.release }),
    ...(page.correlationId !== null && { correlationId: page.correlationId }),
  };
}

const cleaned = (text: string) =>
  text.replaceAll(/[^\s@<>()"']+@[^\s@<>()"']+/g, '…').replaceAll(/\?[^\s:)"']*/g, '');
