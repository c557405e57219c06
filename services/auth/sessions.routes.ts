import * as endpoints from '#contracts/endpoints/sessions.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { rejected } from '#contracts/result.ts';
import { answer, type Route } from '#platform/http/call.ts';
import { deviceName } from './device-name.ts';
import type { SessionCookie } from './session-cookie.ts';
import type { SessionEntry } from './session-rows.ts';
import type { Sessions } from './sessions.ts';

export type SessionsRoutesDeps = {
  readonly sessions: Pick<Sessions, 'listOf' | 'revoke' | 'revokeAllOf'>;
  readonly cookie: SessionCookie;
};

/** A person's own sessions: list and end them. */
export function sessionsRoutes(route: Route, { sessions, cookie }: SessionsRoutesDeps): void {
  route(endpoints.getSessions, async ({ caller }) => {
    const open = await sessions.listOf(caller);
    return answer({ requestedData: open.map((session) => entry(session, caller.sessionId)) });
  });

  route(endpoints.endSession, async ({ caller, params }) => {
    const { companyId, employeeId } = caller;
    const ended = await sessions.revoke({ companyId, employeeId, sessionId: params.id });
    if (!ended) return rejected('noSuchSession');
    const cookies = params.id === caller.sessionId ? [cookie.clear()] : [];
    return { ok: true, reply: { message: messages.sessionEnded }, cookies };
  });

  route(endpoints.endOtherSessions, async ({ caller }) => {
    await sessions.revokeAllOf(caller, caller.sessionId);
    return answer({ message: messages.otherSessionsEnded });
  });
}

function entry(session: SessionEntry, current: string): endpoints.Session {
  const { session_id: id, user_agent, ...rest } = session;
  const { time_zone, address, created_at, last_seen_at, expires_at } = rest;
  const device = deviceName(user_agent);
  return {
    id,
    device,
    time_zone,
    address,
    created_at,
    last_seen_at,
    expires_at,
    current: id === current,
  };
}
