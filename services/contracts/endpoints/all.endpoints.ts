import * as administration from './administration.endpoints.ts';
import * as auth from './auth.endpoints.ts';
import * as campaigns from './campaigns.endpoints.ts';
import * as clientErrors from './client-errors.endpoints.ts';
import * as companies from './companies.endpoints.ts';
import * as comparison from './comparison.endpoints.ts';
import * as contact from './contact.endpoints.ts';
import * as demo from './demo.endpoints.ts';
import * as employees from './employees.endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import * as goals from './goals.endpoints.ts';
import * as history from './history.endpoints.ts';
import * as imports from './imports.endpoints.ts';
import * as invitations from './invitations.endpoints.ts';
import * as jobAids from './job-aids.endpoints.ts';
import * as logs from './logs.endpoints.ts';
import * as numbers from './numbers.endpoints.ts';
import * as ownAccount from './own-account.endpoints.ts';
import * as ownData from './own-data.endpoints.ts';
import * as passkeys from './passkeys.endpoints.ts';
import * as passwordReset from './password-reset.endpoints.ts';
import * as proof from './proof.endpoints.ts';
import * as registration from './registration.endpoints.ts';
import * as replay from './replay.endpoints.ts';
import * as sales from './sales.endpoints.ts';
import * as secondFactors from './second-factors.endpoints.ts';
import * as sessions from './sessions.endpoints.ts';

/** Every endpoint. A route that is not listed here cannot be registered. For the server and its tests. */
export const allEndpoints: readonly Endpoint[] = [
  auth.login,
  auth.logout,
  auth.isLoggedIn,
  passwordReset.confirmEmail,
  passwordReset.resendOtp,
  passwordReset.verifyOtp,
  passwordReset.resetPassword,
  registration.getConfig,
  registration.registerCompany,
  registration.confirmEmail,
  registration.resendOtp,
  registration.verifyOtp,
  registration.createSetupIntent,
  registration.saveSubscription,
  registration.loginAfterRegistration,
  ownData.getOwnData,
  ownData.getErasure,
  ownData.askForErasure,
  ownData.withdrawErasure,
  ownData.getErasures,
  ownData.answerErasure,
  passkeys.askForPasskey,
  passkeys.loginByPasskey,
  passkeys.getPasskeys,
  passkeys.offerPasskey,
  passkeys.addPasskey,
  passkeys.renamePasskey,
  passkeys.deletePasskey,
  passkeys.askToConfirm,
  administration.endSessionsOf,
  administration.resetFactorsOf,
  administration.getAccountRules,
  administration.editAccountRules,
  secondFactors.loginSecondStep,
  secondFactors.getFactors,
  secondFactors.offerAuthenticator,
  secondFactors.addAuthenticator,
  secondFactors.deleteAuthenticator,
  secondFactors.renewRecoveryCodes,
  passkeys.checkIdentity,
  passkeys.confirmIdentity,
  sessions.getSessions,
  sessions.endSession,
  sessions.endOtherSessions,
  ownAccount.changePassword,
  ownAccount.askForEmail,
  ownAccount.changeEmail,
  ownAccount.followEmailLink,
  invitations.acceptInvitation,
  invitations.invite,
  invitations.getInvitations,
  invitations.getOwnAccount,
  employees.getEmployee,
  employees.getEmployeeById,
  employees.getAllEmployees,
  employees.getSubordinates,
  employees.addEmployee,
  employees.editEmployee,
  employees.deleteEmployee,
  ownAccount.getPendingEmails,
  ownAccount.withdrawEmail,
  employees.editShiftDuration,
  employees.editShiftDurationOf,
  employees.editShiftStart,
  employees.editShiftStartOf,
  sales.addSale,
  sales.getAllSales,
  sales.getSalesOfDate,
  sales.getSale,
  sales.updateSalesPerHour,
  sales.getCommission,
  sales.editSale,
  sales.deleteSale,
  logs.getDailyLogs,
  logs.getAllLogs,
  logs.getLogs,
  logs.getLogsOfDate,
  logs.getChartData,
  logs.getChartDataOf,
  numbers.openCommission,
  numbers.openDay,
  numbers.openGoal,
  proof.getProof,
  proof.startVerification,
  proof.findHeldLink,
  proof.getSeals,
  proof.exportCompany,
  proof.exportStatement,
  history.getEvents,
  history.exportCsv,
  history.exportJsonLines,
  history.getHistory,
  history.getMoments,
  history.getNames,
  jobAids.getJobAids,
  jobAids.addJobAid,
  jobAids.editJobAid,
  jobAids.deleteJobAid,
  campaigns.getAllCampaigns,
  campaigns.getEmployeesOfCampaign,
  campaigns.addCampaign,
  campaigns.editCampaign,
  campaigns.deleteCampaign,
  goals.getAllGoals,
  goals.getCampaignsOfGoal,
  goals.addGoal,
  goals.editGoal,
  goals.deleteGoal,
  comparison.getComparison,
  replay.getReplay,
  companies.getFirstSteps,
  companies.getReceipts,
  imports.getImports,
  imports.uploadImport,
  imports.previewImport,
  imports.getRefusedRows,
  imports.startImport,
  imports.undoImport,
  demo.getDemoBot,
  demo.runDemoBot,
  contact.contactUs,
  clientErrors.reportClientError,
  companies.getEmployeeCount,
  companies.getCompany,
  companies.createSetupIntent,
  companies.saveSubscription,
  companies.getSubscriptionStatus,
  companies.cancelSubscription,
];
