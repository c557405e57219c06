/** The calls of section 7 of the specification for daily work, as it writes them, below /api. */
export const callsOfWork = [
  'POST /login',
  'DELETE /logout',
  'GET /employees/is-logged-in',

  'GET /employees/getemployee',
  'GET /employees/getemployee/{id}',
  'GET /employees/getemployees/all',
  'GET /employees/getsubordinates/{id}',
  'POST /employees/addemployee',
  'PATCH /employees/editemployee/{id}',
  'DELETE /employees/delete/{id}',
  'PATCH /employees/edit/shiftduration',
  'PATCH /employees/edit/shiftDuration/manager',

  'GET /logs/getlogs/all',
  'GET /logs/getlogs/{id}',
  'GET /logs/getlogsdaily/{date}',
  'GET /logs/getlogsbyid&date',
  'GET /logs/getchartdata',
  'GET /logs/getchartdata/{id}',

  'GET /campaigns/getcampaigns/all',
  'POST /campaigns/addcampaign',
  'PATCH /campaigns/editcampaign/{id}',
  'DELETE /campaigns/delete/{id}',
  'GET /campaigns/getemployees/{id}',

  'GET /goals/getgoals/all',
  'POST /goals/addgoal',
  'PATCH /goals/editgoal/{id}',
  'DELETE /goals/delete/{id}',
  'GET /goals/getcampaigns/{id}',

  'POST /sales/addsale',
  'PATCH /sales/update/salesperhour',
  'GET /sales/getsales/all',
  'GET /sales/getsales/{date}',
  'PATCH /sales/editsale/{id}',
  'DELETE /sales/delete/{id}',
  'GET /sales/get-commission/{id}',

  'POST /jobaids/addjobaid',
  'PATCH /jobaids/edit/{id}',
  'DELETE /jobaids/delete/{id}',
  'GET /jobaids/getjobaids',
] as const;

/** The other calls of section 7: registering, paying, resetting a password, contacting support. */
export const callsOfArrivingAndPaying = [
  'POST /employees/confirmemail',
  'POST /employees/resendotp',
  'POST /employees/verifyotp',
  'PUT /employees/resetpassword',

  'GET /registration/config',
  'POST /registration/register-company',
  'POST /registration/create-setup-intent',
  'POST /registration/save-subscription',
  'POST /registration/login-after-registration',
  'POST /registration/confirm-email',
  'POST /registration/resend-otp',
  'POST /registration/verify-otp',

  'POST /contact-us',
  'GET /companies/employee-count',
  'GET /companies/get-company',
  'POST /companies/create-setup-intent',
  'POST /companies/save-subscription',
  'GET /companies/get-subscription-status/{id}',
  'DELETE /companies/cancel-subscription',
] as const;

export const callsOfTheSpecification = [...callsOfWork, ...callsOfArrivingAndPaying] as const;

export type SpecifiedCall = (typeof callsOfTheSpecification)[number];
