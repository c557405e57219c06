/** Every address of the product that has a screen, written once. */
export const paths = {
  root: '/',
  login: '/login',
  confirmEmail: '/confirmemail',
  dashboard: '/layout/dashboard',
  newSale: '/layout/newsale',
  mySales: '/layout/mysales',
  myProfile: '/layout/myprofile',
  subscriptionNotActive: '/layout/subscription-not-active',
} as const;

/** Where to sign in so that the person lands at `wanted` afterwards. */
export function loginPath(wanted: string): string {
  return wanted === paths.dashboard ? paths.login : `${paths.login}?to=${encodeURIComponent(wanted)}`;
}

/** The wish of a login address; only addresses inside the product count, so that no link leads elsewhere. */
export function wantedPath(search: string): string {
  const to = new URLSearchParams(search).get('to') ?? '';
  return /^\/layout\/[\w/?=&%-]*$/.test(to) ? to : paths.dashboard;
}
