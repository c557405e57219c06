/** The companies with links, as `sealed (company_id)`; a loose index scan over the links. */
export const WITH_SEALED_COMPANIES = `
  WITH RECURSIVE steps (company_id) AS (
    (SELECT company_id FROM seal_links ORDER BY company_id LIMIT 1)
    UNION ALL
    SELECT (SELECT s.company_id FROM seal_links s WHERE s.company_id > steps.company_id
             ORDER BY s.company_id LIMIT 1)
      FROM steps WHERE steps.company_id IS NOT NULL),
  sealed AS (SELECT company_id FROM steps WHERE company_id IS NOT NULL)`;
