import * as campaigns from '#contracts/endpoints/campaigns.endpoints.ts';
import * as employees from '#contracts/endpoints/employees.endpoints.ts';
import type { Endpoint } from '#contracts/endpoints/endpoint.ts';
import * as goals from '#contracts/endpoints/goals.endpoints.ts';
import * as jobAids from '#contracts/endpoints/job-aids.endpoints.ts';
import * as logs from '#contracts/endpoints/logs.endpoints.ts';
import * as sales from '#contracts/endpoints/sales.endpoints.ts';
import type { Reuse } from '#platform/http/reader.ts';
import { catalogue } from '#projections/catalogue/catalogue.projector.ts';
import { directory } from '#projections/directory/directory.projector.ts';
import { employeeDays } from '#projections/employee-days/employee-days.projector.ts';
import { jobAids as jobAidsModel } from '#projections/job-aids/job-aids.projector.ts';
import type { ReadModel } from '#projections/runner/read-model.ts';
import { salesBook } from '#projections/sales-book/sales-book.projector.ts';

const forAll = (...models: readonly ReadModel[]): Reuse => ({
  madeFrom: namesOf(models),
  sameFor: 'company',
});
const forZone = (...models: readonly ReadModel[]): Reuse => ({
  madeFrom: namesOf(models),
  sameFor: 'company and zone',
});
const forEach = (...models: readonly ReadModel[]): Reuse => ({
  madeFrom: namesOf(models),
  sameFor: 'caller',
});

/**
 * The reads whose replies are cached until one of these read models of the company changes, for a second at most. Any
 * other read queries the database each time. An entry names every read model of its reply; reuse.test.ts compares
 * it with the tables that are read.
 */
export const reusable: ReadonlyMap<Endpoint, Reuse> = new Map<Endpoint, Reuse>([
  [logs.getDailyLogs, forZone(employeeDays, directory, catalogue)],
  [logs.getAllLogs, forEach(employeeDays, directory, catalogue)],
  [logs.getLogs, forEach(employeeDays, directory, catalogue)],
  [logs.getLogsOfDate, forEach(employeeDays, directory, catalogue)],
  [logs.getChartData, forEach(employeeDays)],
  [logs.getChartDataOf, forEach(employeeDays, directory, catalogue)],
  [sales.getAllSales, forEach(salesBook, catalogue, directory, employeeDays)],
  [sales.getSalesOfDate, forEach(salesBook, catalogue, directory, employeeDays)],
  [sales.getCommission, forEach(employeeDays, directory, catalogue)],
  [employees.getEmployee, forEach(directory, catalogue, employeeDays)],
  [employees.getAllEmployees, forAll(directory, catalogue)],
  [employees.getSubordinates, forAll(directory, catalogue)],
  [campaigns.getAllCampaigns, forAll(catalogue)],
  [campaigns.getEmployeesOfCampaign, forAll(directory, catalogue)],
  [goals.getAllGoals, forAll(catalogue)],
  [goals.getCampaignsOfGoal, forAll(catalogue)],
  [jobAids.getJobAids, forAll(jobAidsModel)],
]);

export function reuseOf(endpoint: Endpoint): Reuse | undefined {
  return reusable.get(endpoint);
}

function namesOf(models: readonly ReadModel[]): string[] {
  return models.map(({ name }) => name);
}
