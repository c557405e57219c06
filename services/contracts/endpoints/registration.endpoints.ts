import { Type } from 'typebox';
import { EMPLOYEE_COUNT_RANGES } from '../company-kinds.ts';
import { PaymentMethodId, SavedSubscription, SetupIntent } from './companies.endpoints.ts';
import { endpoint } from './endpoint.ts';
import { codeMailed, Email, mailedCode, TimeZone } from './fields.ts';

const tag = 'Registration';

/** The registration that a call of the card step is for. The registration cookie grants access. */
const payer = {
  companyId: Type.String({ maxLength: 64 }),
  companyName: Type.String(),
  email: Email,
};

export const getConfig = endpoint({
  method: 'GET',
  path: '/registration/config',
  summary: 'What the steps of a registration need to know of this installation',
  tag,
  reply: Type.Object({
    publishableKey: Type.String({ description: 'pk_sandbox for the sandbox, which has no use for it' }),
    provider: Type.Enum(['stripe', 'sandbox'], { description: 'of payments; the sandbox charges nobody' }),
    mailbox: Type.Optional(
      Type.String({
        description: 'where mail is read that does not leave this machine; never in production',
      }),
    ),
  }),
  onInvalidInput: 'malformed',
});

export const registerCompany = endpoint({
  method: 'POST',
  path: '/registration/register-company',
  summary: 'Register a company and its super employee; the email has to be proven next',
  tag,
  body: Type.Object({
    firstName: Type.String(),
    lastName: Type.String(),
    companyName: Type.String(),
    email: Type.String(),
    employeeCount: Type.String({ description: `one of ${EMPLOYEE_COUNT_RANGES.join(', ')}` }),
    password: Type.String(),
    confirmPassword: Type.String(),
  }),
  reply: Type.Object({
    status: Type.Enum(['registered', 'exists']),
    message: Type.String(),
    companyId: Type.String({ description: '-1: none, there is nothing to go on with' }),
    companyExists: Type.Boolean({ description: 'a company of this name' }),
    employeeExists: Type.Boolean({ description: 'somebody with this email' }),
  }),
  onInvalidInput: 'allFieldsRequired',
  refusals: [
    'invalidText',
    'invalidRegistrationEmail',
    'weakPassword',
    'tooLong',
    'commonPassword',
    'passwordsShouldMatch',
    'tooManyRequests',
  ],
});

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/registration/confirm-email',
  summary: 'Mail a code to the address of a registration',
  tag,
  body: Type.Object({ username: Email }),
  reply: codeMailed,
  onInvalidInput: 'invalidEmail',
  refusals: ['unableToVerifyEmail', 'tooManyRequests'],
});

export const resendOtp = endpoint({
  method: 'POST',
  path: '/registration/resend-otp',
  summary: 'Mail another code; the one before is worth nothing from then on',
  tag,
  body: Type.Object({ username: Email }),
  reply: codeMailed,
  onInvalidInput: 'invalidEmail',
  refusals: ['unableToVerifyEmail', 'tooManyRequests'],
});

export const verifyOtp = endpoint({
  method: 'POST',
  path: '/registration/verify-otp',
  summary: 'Prove with the mailed code that the address is the own one; five tries',
  tag,
  body: Type.Object(mailedCode),
  reply: Type.Object({
    message: Type.String(),
    next: Type.Enum(['card', 'login'], {
      description: 'card: for ten minutes the cookie of this reply opens the card step, and one sign-in',
    }),
  }),
  onInvalidInput: 'wrongPasscode',
  refusals: ['unableToVerifyEmail', 'tooManyRequests'],
});

export const createSetupIntent = endpoint({
  method: 'POST',
  path: '/registration/create-setup-intent',
  summary: 'Begin to enter the card of a registration; the card itself goes to the provider only',
  tag,
  secretReply: true,
  body: Type.Object(payer),
  reply: SetupIntent,
  onInvalidInput: 'cardSetupFailed',
  refusals: ['emailNotProven', 'somethingWentWrong', 'tooManyRequests'],
});

export const saveSubscription = endpoint({
  method: 'POST',
  path: '/registration/save-subscription',
  summary: 'Subscribe with this card, with a trial of seven days unless the company had one',
  tag,
  body: Type.Object({ ...payer, paymentMethodId: PaymentMethodId }),
  reply: SavedSubscription,
  onInvalidInput: 'saveSubscriptionRefused',
  refusals: [
    'emailNotProven',
    'companyNameTaken',
    'saveSubscriptionRefused',
    'somethingWentWrong',
    'tooManyRequests',
    'conflict',
  ],
});

export const loginAfterRegistration = endpoint({
  method: 'POST',
  path: '/registration/login-after-registration',
  summary: 'Sign in once, by the cookie that a right code has set',
  tag,
  // Must see the subscription that has just started; otherwise the new user is sent to the payment page.
  waitsLikeRead: true,
  body: Type.Object({
    email: Email,
    tz: Type.Optional(TimeZone),
  }),
  reply: Type.Object({ message: Type.String(), isLoggedIn: Type.Boolean() }),
  onInvalidInput: 'emailNotProven',
  refusals: ['invalidTimeZone', 'emailNotProven', 'failedLogin', 'conflict'],
});
