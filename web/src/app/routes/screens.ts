import { paths } from '../../kit/paths.ts';
import type { RequiredRole } from '../../kit/session/permissions.ts';
import type { LoadScreen } from './public-screens.ts';

export type ShellScreen = readonly [path: string, load: LoadScreen, onlyFor?: RequiredRole];

/** For signed-in people, without the shell. */
export const bareScreens: readonly ShellScreen[] = [
  [paths.wall, async () => (await import('../../features/dashboard/wall.view.tsx')).WallPage],
  [
    paths.secondFactor,
    async () => (await import('../../features/profile/second-factor.view.tsx')).SecondFactorPage,
  ],
  [
    paths.updateSubscription,
    async () => (await import('../../features/company/update-subscription.view.tsx')).UpdateSubscriptionPage,
    'super employee',
  ],
  [
    paths.subscriptionNotActive,
    async () =>
      (await import('../../features/company/subscription-not-active.view.tsx')).SubscriptionNotActivePage,
  ],
];

/** Inside the shell. People without the role see the Restricted Access page instead. */
export const shellScreens: readonly ShellScreen[] = [
  [paths.dashboard, async () => (await import('../../features/dashboard/dashboard.view.tsx')).DashboardPage],
  [
    paths.comparison,
    async () => (await import('../../features/comparison/comparison.view.tsx')).ComparisonPage,
    'manager',
  ],
  [paths.replay, async () => (await import('../../features/replay/replay.view.tsx')).ReplayPage],
  [paths.newSale, async () => (await import('../../features/sales/add-sale.view.tsx')).AddSalePage],
  [paths.mySales, async () => (await import('../../features/sales/my-sales.view.tsx')).MySalesPage],
  [paths.sale, async () => (await import('../../features/sales/sale-card.view.tsx')).SaleCardPage],
  [paths.editSale, async () => (await import('../../features/sales/edit-sale.view.tsx')).EditSalePage],
  [paths.myShifts, async () => (await import('../../features/employees/my-shifts.view.tsx')).MyShiftsPage],
  [paths.myPay, async () => (await import('../../features/pay/my-pay.view.tsx')).MyPayPage],
  [
    paths.myStatement,
    async () => (await import('../../features/pay/statement-page.view.tsx')).MyStatementPage,
  ],
  [paths.claims, async () => (await import('../../features/claims/claims.view.tsx')).ClaimsPage],
  [paths.payroll, async () => (await import('../../features/pay/payroll.view.tsx')).PayrollPage, 'manager'],
  [paths.payrollOf, async () => (await import('../../features/pay/payroll.view.tsx')).PayrollPage, 'manager'],
  [
    paths.statementOf,
    async () => (await import('../../features/pay/statement-page.view.tsx')).EmployeeStatementPage,
    'manager',
  ],
  [
    paths.paySettings,
    async () => (await import('../../features/pay/pay-settings.view.tsx')).PaySettingsPage,
    'super employee',
  ],
  [
    paths.allGoals,
    async () => (await import('../../features/goals/all-goals.view.tsx')).AllGoalsPage,
    'manager',
  ],
  [paths.goal, async () => (await import('../../features/goals/goal-card.view.tsx')).GoalCardPage, 'manager'],
  [
    paths.addGoal,
    async () => (await import('../../features/goals/add-goal.view.tsx')).AddGoalPage,
    'manager',
  ],
  [
    paths.editGoal,
    async () => (await import('../../features/goals/edit-goal.view.tsx')).EditGoalPage,
    'manager',
  ],
  [
    paths.allCampaigns,
    async () => (await import('../../features/campaigns/all-campaigns.view.tsx')).AllCampaignsPage,
    'manager',
  ],
  [
    paths.campaign,
    async () => (await import('../../features/campaigns/campaign-card.view.tsx')).CampaignCardPage,
    'manager',
  ],
  [
    paths.addCampaign,
    async () => (await import('../../features/campaigns/add-campaign.view.tsx')).AddCampaignPage,
    'manager',
  ],
  [
    paths.editCampaign,
    async () => (await import('../../features/campaigns/edit-campaign.view.tsx')).EditCampaignPage,
    'manager',
  ],
  [
    paths.allEmployees,
    async () => (await import('../../features/employees/all-employees.view.tsx')).AllEmployeesPage,
    'manager',
  ],
  [
    paths.myTeam,
    async () => (await import('../../features/employees/my-team.view.tsx')).MyTeamPage,
    'manager',
  ],
  [
    paths.employee,
    async () => (await import('../../features/employees/employee-card.view.tsx')).EmployeeCardPage,
    'manager',
  ],
  [
    paths.addEmployee,
    async () => (await import('../../features/employees/add-employee.view.tsx')).AddEmployeePage,
    'manager',
  ],
  [
    paths.editEmployee,
    async () => (await import('../../features/employees/edit-employee.view.tsx')).EditEmployeePage,
    'manager',
  ],
  [
    paths.employeeReport,
    async () => (await import('../../features/employees/employee-report.view.tsx')).EmployeeReportPage,
    'manager',
  ],
  [
    paths.employeeSales,
    async () => (await import('../../features/sales/employee-sales.view.tsx')).EmployeeSalesPage,
    'manager',
  ],
  [
    paths.allJobAids,
    async () => (await import('../../features/job-aids/all-job-aids.view.tsx')).AllJobAidsPage,
  ],
  [
    paths.addJobAid,
    async () => (await import('../../features/job-aids/add-job-aid.view.tsx')).AddJobAidPage,
    'manager',
  ],
  [
    paths.editJobAid,
    async () => (await import('../../features/job-aids/edit-job-aid.view.tsx')).EditJobAidPage,
    'manager',
  ],
  [
    paths.history,
    async () => (await import('../../features/history/company-history.view.tsx')).CompanyHistoryPage,
    'manager',
  ],
  [
    paths.historyOf,
    async () => (await import('../../features/history/thing-history.view.tsx')).ThingHistoryPage,
  ],
  [paths.proof, async () => (await import('../../features/proof/proof.view.tsx')).ProofPage, 'manager'],
  [paths.myProfile, async () => (await import('../../features/profile/my-profile.view.tsx')).MyProfilePage],
  [
    paths.companyProfile,
    async () => (await import('../../features/company/company-profile.view.tsx')).CompanyProfilePage,
    'super employee',
  ],
  [
    paths.importSales,
    async () => (await import('../../features/import/import.view.tsx')).ImportPage,
    'super employee',
  ],
];
