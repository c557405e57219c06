import type { ReplyOf } from '#contracts/endpoints/endpoint.ts';
import * as endpoints from '#contracts/endpoints/registration.endpoints.ts';
import { isTimeZone } from '#contracts/local-date.ts';
import { messages } from '#contracts/messages.ts';
import { rejected } from '#contracts/result.ts';
import { readEmail } from '#contracts/text.ts';
import { type Answer, answer, type Call, type Route } from '#platform/http/call.ts';
import type { TokenCookie } from '#platform/http/cookies.ts';
import { type Limits, publicRules } from '#platform/limits/limits.port.ts';
import { byNetwork } from '#platform/limits/network.ts';
import { readRegistrationForm } from './register-company.ts';
import type { Asking, Client, Enter, RegistrationCodes } from './registration.port.ts';
import type { Registration } from './registration.ts';
import { superEmployeeOf } from './registration-steps.ts';

export type RegistrationRoutesDeps = {
  readonly registration: Registration;
  /** Address of the development mailbox. */
  readonly mailbox: string | undefined;
  readonly codes: RegistrationCodes;
  readonly limits: Pick<Limits, 'take'>;
  readonly enter: Enter;
  readonly clientOf: (asking: Pick<Asking, 'address' | 'cookieHeader'>) => Client;
  /** Cookie of the browser that sent the form. */
  readonly registrantCookie: TokenCookie;
  /** Cookie of the browser that entered the right code. */
  readonly registrationCookie: TokenCookie;
};

const flow = 'registration';
/** The caller has no session yet; an Idempotency-Key still makes one command of a repeated request. */
const nobody = (email: string) => ({ companyId: 'registration', employeeId: email });

/** Register, prove the email, give a card, sign in. A cookie from each step grants access to the next. */
export function registrationRoutes(route: Route, deps: RegistrationRoutesDeps): void {
  const { registration, registrationCookie } = deps;
  const proven = (call: Pick<Asking, 'cookieHeader'>) => registrationCookie.read(call.cookieHeader);
  const places = deps.mailbox === undefined ? {} : { mailbox: deps.mailbox };
  route(endpoints.getConfig, () => answer({ ...registration.payments.config(), ...places }));
  route(endpoints.registerCompany, (call) => register(call, deps));
  route(endpoints.confirmEmail, (call) => mailCode(call, deps));
  route(endpoints.resendOtp, (call) => mailCode(call, deps));
  route(endpoints.verifyOtp, (call) => verify(call, deps));
  route(endpoints.createSetupIntent, (call) => registration.payer.intend(call, proven(call)));
  route(endpoints.saveSubscription, (call) => registration.payer.subscribe(call, proven(call)));
  route(endpoints.loginAfterRegistration, (call) => comeIn(call, deps));
}

async function register(
  call: Call<typeof endpoints.registerCompany>,
  { registration, limits, registrantCookie }: RegistrationRoutesDeps,
): Promise<Answer<ReplyOf<typeof endpoints.registerCompany>>> {
  const { tickets, passwords } = registration;
  const sent = await limits.take(...byNetwork(publicRules.registrationForms, call.address));
  if (!sent.ok) return sent;
  const form = readRegistrationForm(call.body, passwords.check);
  if (!form.ok) return form;
  const taken = await limits.take(...byNetwork(publicRules.registration, call.address));
  if (!taken.ok) return taken;

  const { email } = form.value.registrant;
  const former = await tickets.findRegistered(registrantCookie.read(call.cookieHeader));
  const ctx = call.command(nobody(email));
  const outcome = await registration.register(
    ctx,
    form.value,
    former?.email === email ? former.companyId : null,
  );
  if (!outcome.ok) return outcome;
  if (outcome.value.kind === 'exists') return answer(outcome.value.reply);
  const { companyId } = outcome.value;
  const token = await tickets.registered({ companyId, email });
  return {
    ok: true,
    position: outcome.position,
    reply: {
      status: 'registered',
      message: messages.saved,
      companyId,
      companyExists: false,
      employeeExists: false,
    },
    cookies: [registrantCookie.set(token)],
  };
}

async function mailCode(
  call: Call<typeof endpoints.confirmEmail> | Call<typeof endpoints.resendOtp>,
  { registration, codes, clientOf, registrantCookie }: RegistrationRoutesDeps,
): Promise<Answer<{ message: string; otpId: string }>> {
  const email = readEmail(call.body.username);
  if (email === null) return rejected('invalidEmail');
  const token = registrantCookie.read(call.cookieHeader);
  const recipient = () => registration.proof.recipient(email, token);
  const issued = await codes.issue({ flow, email, client: clientOf(call), recipient });
  if (issued.ok) return answer({ message: messages.codeSent, otpId: issued.value });
  return issued.code === 'noSuchEmail' ? rejected('unableToVerifyEmail') : issued;
}

async function verify(
  call: Call<typeof endpoints.verifyOtp>,
  { registration, codes, clientOf, registrantCookie, registrationCookie }: RegistrationRoutesDeps,
): Promise<Answer<{ message: string; next: 'card' | 'login' }>> {
  const { id: otpId, otp: code } = call.body;
  const verified = await codes.verify({ flow, otpId, code, client: clientOf(call) });
  if (!verified.ok) return verified;
  const email = verified.value;
  const token = registrantCookie.read(call.cookieHeader);
  const outcome = await registration.proof.prove(call.command(nobody(email)), email, token);
  if (!outcome.ok) return outcome;
  await codes.spend({ flow, otpId, email });
  const { companyId } = outcome.value;
  const reply = { message: messages.codeVerified, next: companyId === null ? 'login' : 'card' } as const;
  if (companyId === null) return answer(reply);
  const ticket = await registration.tickets.proven({ companyId, email });
  const cookies = [registrationCookie.set(ticket), registrantCookie.clear()];
  const person = { companyId, employeeId: superEmployeeOf(companyId) };
  return { ok: true, position: outcome.position, reply, cookies, person };
}

/** Spends the ticket before it signs in: of two concurrent requests only one succeeds. */
async function comeIn(
  call: Call<typeof endpoints.loginAfterRegistration>,
  { registration, enter, registrationCookie }: RegistrationRoutesDeps,
): Promise<Answer<{ message: string; isLoggedIn: boolean }>> {
  const { tz } = call.body;
  if (tz && !isTimeZone(tz)) return rejected('invalidTimeZone');
  const email = readEmail(call.body.email);
  const token = registrationCookie.read(call.cookieHeader);
  const ticket = email === null ? null : await registration.tickets.consume(token, email);
  if (ticket === null) return rejected('emailNotProven');
  const { companyId } = ticket;
  const person = { companyId, employeeId: superEmployeeOf(companyId) };
  // The registrant may have changed their email since: they sign in with the current one.
  if ((await registration.emailOf(person)) !== ticket.email) return rejected('emailNotProven');
  const entered = await enter(call, person, tz || 'UTC');
  if (!entered.ok) return entered;
  return { ...entered, cookies: [...(entered.cookies ?? []), registrationCookie.clear()] };
}
