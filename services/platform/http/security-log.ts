import type { FastifyReply, FastifyRequest } from 'fastify';
import { Counter, type Registry } from 'prom-client';
import type { RouteName } from '#contracts/endpoints/access-table.ts';
import type { Endpoint } from '#contracts/endpoints/endpoint.ts';
import type { MessageCode } from '#contracts/messages.ts';
import type { AccessWatch } from '../access/access-watch.ts';
import type { Clock } from '../clock.ts';
import { digest } from '../digest.ts';
import { isId } from '../ids.ts';
import { networkOf } from '../limits/network.ts';
import type { Log } from '../log.ts';
import type { Person } from '../principal.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** The code of an answer that refuses. */
    refusal?: MessageCode;
    /** Who called, also without the right to it, or whom a call without a session turned out to be. */
    person?: Person;
  }
}

/** Of OWASP's logging vocabulary. */
const EVENTS = [
  ...['authn_login_success', 'authn_login_fail', 'authn_login_lock', 'session_expired'],
  ...['authn_password_change', 'authn_password_change_fail', 'authz_fail', 'excess_rate_limit_exceeded'],
  ...['authn_token_created', 'authn_token_revoked', 'user_created', 'user_updated', 'user_deleted'],
  ...['sensitive_read', 'input_validation_fail'],
] as const;

const OF_SUCCESS: Partial<Record<RouteName, string>> = {
  'POST /login': 'authn_login_success',
  'POST /login/passkey': 'authn_login_success',
  'POST /login/second-step': 'authn_login_success',
  'POST /registration/login-after-registration': 'authn_login_success',
  'POST /employees/invitation': 'authn_login_success',
  'DELETE /logout': 'session_expired',
  'DELETE /employees/sessions/{id}': 'session_expired',
  'DELETE /employees/sessions': 'session_expired',
  'PUT /employees/resetpassword': 'authn_password_change',
  'PATCH /employees/password': 'authn_password_change',
  'POST /employees/passkeys': 'authn_token_created',
  'DELETE /employees/passkeys/{id}': 'authn_token_revoked',
  'DELETE /employees/sessions-of/{id}': 'session_expired',
  'DELETE /employees/factors-of/{id}': 'authn_token_revoked',
  'PATCH /companies/account-rules': 'user_updated',
  'POST /employees/authenticator': 'authn_token_created',
  'DELETE /employees/authenticator': 'authn_token_revoked',
  'POST /employees/recovery-codes': 'authn_token_created',
  'POST /registration/verify-otp': 'user_created',
  'POST /employees/addemployee': 'user_created',
  'PATCH /employees/editemployee/{id}': 'user_updated',
  'PUT /employees/email': 'user_updated',
  'POST /employees/email/link': 'user_updated',
  'DELETE /employees/pending-emails/{id}': 'user_updated',
  'DELETE /employees/delete/{id}': 'user_deleted',
};

const OF_REFUSAL: Partial<Record<MessageCode, string>> = {
  failedLogin: 'authn_login_fail',
  firstPasswordEnded: 'authn_login_fail',
  emailNotProven: 'authn_login_fail',
  passkeyRefused: 'authn_login_fail',
  wrongFactorCode: 'authn_login_fail',
  wrongPassword: 'authn_login_fail',
  tooManyGuesses: 'authn_login_lock',
  wrongPasscode: 'authn_password_change_fail',
  malformed: 'input_validation_fail',
  invalidText: 'input_validation_fail',
  tooLarge: 'input_validation_fail',
  fileTooLarge: 'input_validation_fail',
  notCsvFile: 'input_validation_fail',
};

/** Why a websocket is refused or closed; one without a session is no event, as a call without one is none. */
const OF_SOCKETS: Readonly<Record<string, string>> = {
  foreignOrigin: 'authz_fail',
  restricted: 'authz_fail',
  malformed: 'input_validation_fail',
  tooManyRequests: 'excess_rate_limit_exceeded',
  tooManyConnections: 'excess_rate_limit_exceeded',
  tooManyMessages: 'excess_rate_limit_exceeded',
};

/** More lines of refusals in a second would help only their cause; the counters have all. */
const REFUSALS_A_SECOND = 100;

export type SecurityLogDeps = {
  readonly log: Pick<Log, 'info'>;
  readonly metrics: Registry;
  readonly clock: Clock;
  /** The token of the browser in a Cookie header. */
  readonly deviceOf: (cookieHeader: string | undefined) => string | null;
  /** The access history of the company. */
  readonly watch: Pick<AccessWatch, 'refused'>;
};

/** `cookies`: the Cookie header. */
type Sender = {
  readonly person: Person | undefined;
  readonly address: string;
  readonly cookies: string | undefined;
};
export type RefusedSocket = Sender & { readonly call: string };

export type SecurityLog = ReturnType<typeof createSecurityLog>;

/**
 * One line for each event, and a counter. A line has ids and codes, and the network: no name, no email, no text that a
 * client sent, no secret. Its `correlationId` is that of the events that the request caused.
 */
export function createSecurityLog({ log, metrics, clock, deviceOf, watch }: SecurityLogDeps) {
  const events = new Counter({
    name: 'tallyboard_security_events_total',
    help: "Events of the security log, by their names in OWASP's logging vocabulary",
    labelNames: ['event'],
    registers: [metrics],
  });
  for (const event of EVENTS) events.inc({ event }, 0);
  let second = 0;
  let refusals = 0;
  let leftOut = 0;

  /** False when this second has its lines. */
  function hasRoom(): boolean {
    const now = Math.floor(clock.now().getTime() / 1000);
    if (now !== second) [second, refusals] = [now, 0];
    refusals += 1;
    if (refusals > REFUSALS_A_SECOND) leftOut += 1;
    return refusals <= REFUSALS_A_SECOND;
  }

  function write(event: string, { person, address, cookies }: Sender, fields: object): void {
    const device = deviceOf(cookies);
    const skipped = leftOut;
    leftOut = 0;
    log.info(
      {
        event,
        ...fields,
        ...(person && { companyId: person.companyId, employeeId: person.employeeId }),
        network: networkOf(address),
        ...(device !== null && { device: digest(device).toString('hex', 0, 8) }),
        ...(skipped > 0 && { leftOut: skipped }),
      },
      'security',
    );
  }

  return {
    /** Whether the success of such calls is an event. Refusals of all calls may be. */
    watches: (endpoint: Endpoint): boolean => eventOfSuccess(endpoint) !== undefined,

    /** Call it when the answer was sent. */
    answered(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): void {
      const refused = reply.statusCode >= 400;
      const { person } = reply;
      const event = refused ? eventOfRefusal(endpoint, reply) : eventOfSuccess(endpoint);
      // A code may be right and the company another's: then there is no new person.
      if (event === undefined || (!refused && !person)) return;
      events.inc({ event });
      if (refused && person) watch.refused(event, person, request);
      if (refused && !hasRoom()) return;
      const { id } = request.params as { readonly id?: string };
      const sender = { person, address: request.ip, cookies: request.headers.cookie };
      write(event, sender, {
        outcome: refused ? 'refused' : 'done',
        ...(reply.refusal && { code: reply.refusal }),
        call: `${endpoint.method} ${endpoint.path}`,
        ...(id !== undefined && isId(id) && { target: id }),
        correlationId: request.id,
      });
    },

    /** A websocket that was not opened, or was closed for what it sent. `call`: its path. */
    socketRefused(code: string, { call, ...sender }: RefusedSocket): void {
      const event = OF_SOCKETS[code];
      if (event === undefined) return;
      events.inc({ event });
      if (hasRoom()) write(event, sender, { outcome: 'refused', code, call });
    },
  };
}

function eventOfSuccess(endpoint: Endpoint): string | undefined {
  if (endpoint.method === 'GET') return endpoint.files && 'sensitive_read';
  return OF_SUCCESS[`${endpoint.method} ${endpoint.path}` as RouteName];
}

function eventOfRefusal({ path }: Endpoint, { refusal, statusCode }: FastifyReply): string | undefined {
  // Codes of a registration change no password.
  if (refusal === 'wrongPasscode' && !path.startsWith('/employees/')) return undefined;
  const named = refusal && OF_REFUSAL[refusal];
  if (named) return named;
  // People confirm who they are, choose first passwords anew, and set up what they are asked for, all the time.
  if (refusal === 'confirmIdentity' || refusal === 'ownPasswordRequired') return undefined;
  if (refusal === 'factorNeeded') return undefined;
  if (statusCode === 403) return 'authz_fail';
  return statusCode === 429 ? 'excess_rate_limit_exceeded' : undefined;
}
