/** What each sale is due to each person whose it was, after each event that changed it. No pay is in these histories. */
const DUE = `
  SELECT v.*, lead(since) OVER (PARTITION BY sale_id, employee_id ORDER BY since) AS until
    FROM (SELECT *, lag(due) OVER versions AS due_before, lag(earned_on) OVER versions AS earned_before
            FROM (SELECT *, CASE WHEN closed THEN first_value(day) OVER (PARTITION BY sale_id, employee_id, spell ORDER BY since) END
                              AS earned_on
                    FROM (SELECT *, count(*) FILTER (WHERE closed AND NOT was_closed) OVER versions AS spell
                            FROM (SELECT *, coalesce(lag(closed) OVER versions, false) AS was_closed FROM (
                              SELECT e.position AS since, e.revision, e.metadata->>'companyId' AS company_id, e.data->>'saleId' AS sale_id,
                                     p.employee_id,
                                     e.type <> 'SaleDeleted' AND f.sale->>'employeeId' = p.employee_id
                                       AND f.sale->>'status' = 'Closed' AS closed,
                                     CASE WHEN e.type <> 'SaleDeleted' AND f.sale->>'employeeId' = p.employee_id
                                           AND f.sale->>'status' = 'Closed' THEN (f.sale->>'commissionCents')::bigint ELSE 0
                                     END AS due,
                                     CASE WHEN e.type = 'SaleRecorded' THEN (f.sale->>'entryDate')::date ELSE
                                       ((e.metadata->>'at')::timestamptz AT TIME ZONE coalesce(
                                         (SELECT z.data->>'timeZone' FROM events z
                                           WHERE z.type LIKE 'Shift%' AND z.data->>'employeeId' = p.employee_id
                                             AND z.metadata->>'companyId' = e.metadata->>'companyId'
                                             AND z.data->>'timeZone' IS NOT NULL AND z.position < e.position
                                           ORDER BY z.position DESC LIMIT 1), 'UTC'))::date END AS day
                                FROM events e,
                                     LATERAL (SELECT coalesce(e.data->'after', e.data->'sale', e.data->'before') AS sale) f,
                                     LATERAL (SELECT DISTINCT person AS employee_id FROM unnest(ARRAY[
                                       f.sale->>'employeeId', e.data->'before'->>'employeeId']) person WHERE person IS NOT NULL) p
                               WHERE e.type LIKE 'Sale%') s
                              WINDOW versions AS (PARTITION BY sale_id, employee_id ORDER BY since)) s
                            WINDOW versions AS (PARTITION BY sale_id, employee_id ORDER BY since)) s) s
          WINDOW versions AS (PARTITION BY sale_id, employee_id ORDER BY since)) v
   WHERE due <> coalesce(due_before, 0) OR earned_on IS DISTINCT FROM earned_before`;

const DUE_COLUMNS = `company_id, sale_id, employee_id, due, 0, earned_on, 0, 0, 0, 0, NULL::timestamptz, due = 0,
  coalesce(earned_on, day), NULL::date, NULL::bigint, NULL::bigint, false, revision, since, since`;

/** The zone and the role of each person, after each event about one of them. */
const PEOPLE = `
  SELECT *, lag(zone) OVER events AS zone_before, lag(role) OVER events AS role_before,
         row_number() OVER events AS number
    FROM (SELECT company_id, employee_id, position, zones[array_length(zones, 1)] AS zone, roles[array_length(roles, 1)] AS role
            FROM (SELECT company_id, employee_id, position, array_agg(zone) FILTER (WHERE zone IS NOT NULL) OVER known AS zones,
                         array_agg(role) FILTER (WHERE role IS NOT NULL) OVER known AS roles
                    FROM (SELECT metadata->>'companyId' AS company_id, data->>'employeeId' AS employee_id, position,
                                 CASE WHEN type LIKE 'Shift%' THEN data->>'timeZone' END AS zone,
                                 coalesce(data->'employee', data->'after')->>'role' AS role
                            FROM events
                           WHERE type IN ('ShiftStarted', 'ShiftResumed', 'EmployeeAdded', 'EmployeeEdited')) e
                  WINDOW known AS (PARTITION BY company_id, employee_id ORDER BY position)) e
           WHERE zones IS NOT NULL OR roles IS NOT NULL) e
  WINDOW events AS (PARTITION BY company_id, employee_id ORDER BY position)`;

/** Of pay what follows from sales, shifts and people. */
export const PAY_ORACLE = {
  pay_sales: `SELECT ${DUE_COLUMNS} FROM (${DUE}) d WHERE until IS NULL`,
  past_pay_sales: `SELECT ${DUE_COLUMNS}, until FROM (${DUE}) d WHERE until IS NOT NULL`,
  pay_people: `
    SELECT DISTINCT ON (company_id, employee_id) company_id, employee_id, zone, role, 0, position FROM (${PEOPLE}) p
     WHERE number = 1 OR zone IS DISTINCT FROM zone_before OR role IS DISTINCT FROM role_before
     ORDER BY company_id, employee_id, position DESC`,
};
