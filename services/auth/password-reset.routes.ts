import * as endpoints from '#contracts/endpoints/password-reset.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { checkChosenPassword } from '#contracts/password.ts';
import { rejected } from '#contracts/result.ts';
import { readEmail } from '#contracts/text.ts';
import type { AccessNotes } from '#platform/access/access-notes.ts';
import type { Answer, Call, Route } from '#platform/http/call.ts';
import type { Person } from '#platform/principal.ts';
import { deedOf } from './access-deeds.ts';
import type { Accounts } from './accounts.ts';
import type { FirstPasswords } from './first-passwords.ts';
import type { KnownClients } from './known-clients.ts';
import type { MailChange, SetNewPassword } from './new-password.ts';
import type { OneTimeCodes } from './one-time-codes.ts';
import { passwordRules } from './password-rules.ts';
import type { DeviceCookie } from './session-cookie.ts';

/** The name of a person whose password may be reset, and of the company. */
type Named = Person & { readonly name: string; readonly company: string };

export type PasswordResetDeps = {
  readonly codes: OneTimeCodes;
  readonly accounts: Pick<Accounts, 'allByEmail'>;
  readonly setNewPassword: SetNewPassword;
  readonly knownClients: Pick<KnownClients, 'remember'>;
  readonly deviceCookie: DeviceCookie;
  readonly access: Pick<AccessNotes, 'note'>;
  /** Null for deleted employees and for those of unverified or ended companies. */
  readonly nameOf: (person: Person) => Promise<{ name: string; company: string } | null>;
  readonly mailChange: MailChange;
  readonly firstPasswords: Pick<FirstPasswords, 'isFirst'>;
};

const flow = 'password reset';

/** Password reset by mail: ask for a code, prove it, set the password once. */
export function passwordResetRoutes(route: Route, deps: PasswordResetDeps): void {
  const { codes, deviceCookie } = deps;
  const clientOf = (call: Pick<Call<typeof endpoints.verifyOtp>, 'address' | 'cookieHeader'>) => ({
    address: call.address,
    device: deviceCookie.read(call.cookieHeader),
  });

  async function issue(call: Call<typeof endpoints.confirmEmail> | Call<typeof endpoints.resendOtp>) {
    const email = readEmail(call.body.username);
    if (email === null) return rejected('invalidEmail');
    const recipient = async () => {
      const person = await personOf(email, deps);
      if (person === null || !person.isProven) return person;
      return { companyId: person.companyId };
    };
    const issued = await codes.issue({ flow, email, client: clientOf(call), recipient });
    if (!issued.ok) return issued;
    return { ok: true, reply: { message: messages.codeSent, otpId: issued.value } } as const;
  }

  route(endpoints.confirmEmail, issue);
  route(endpoints.resendOtp, issue);
  route(endpoints.verifyOtp, async (call) => {
    const { id: otpId, otp: code } = call.body;
    const verified = await codes.verify({ flow, otpId, code, client: clientOf(call) });
    return verified.ok ? { ok: true, reply: { message: messages.codeVerified } } : verified;
  });
  route(endpoints.resetPassword, (call) => reset(call, deps));
}

/** Checks the code before it compares and hashes the password, so that only a valid code causes that work. */
async function reset(
  call: Call<typeof endpoints.resetPassword>,
  deps: PasswordResetDeps,
): Promise<Answer<{ message: string }>> {
  const { newPassword, username: email, otpId } = call.body;
  const checked = checkChosenPassword(newPassword);
  if (!checked.ok) return checked;
  const proof = { flow, otpId, email } as const;
  if (!(await deps.codes.isProven(proof))) return rejected('wrongPasscode');
  const person = await personOf(email, deps);
  if (person === null) return rejected('noSuchEmail');
  const fits = passwordRules.chosen(newPassword, [person.email, person.name, person.company]);
  if (!fits.ok) return fits;
  if (await deps.firstPasswords.isFirst(person, newPassword)) return rejected('samePassword');
  const { companyId, employeeId } = person;
  const note = deedOf(call, { companyId, employeeId }, 'password reset');
  const mail = await deps.mailChange(person, note.at);
  const isSet = await deps.setNewPassword(proof, person, newPassword, async (on) => {
    await deps.access.note(note, on);
    await mail.tell(on);
  });
  if (!isSet) return rejected('wrongPasscode');
  mail.done();
  // The mailbox proves the person: failed tries of others must not keep this browser from signing in.
  const device = await deps.knownClients.remember(person, deps.deviceCookie.read(call.cookieHeader));
  return {
    ok: true,
    reply: { message: messages.passwordChanged },
    cookies: [deps.deviceCookie.set(device)],
    person: { companyId, employeeId },
  };
}

/** Of several who have entered companies with this email, the one that proved it, else the first. */
async function personOf(
  email: string,
  { accounts, nameOf }: PasswordResetDeps,
): Promise<(Named & { email: string; isProven: boolean }) | null> {
  for (const account of await accounts.allByEmail(email)) {
    const names = await nameOf(account);
    if (names === null) continue;
    const { companyId, employeeId, isProven } = account;
    return { companyId, employeeId, email: account.email, isProven, ...names };
  }
  return null;
}
