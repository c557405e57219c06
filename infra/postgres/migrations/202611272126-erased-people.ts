import { type Kysely, sql } from 'kysely';

/** One more change of an event is allowed: all personal values of one person become empty. See ADR 0026. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE FUNCTION without_person(data jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
      SELECT jsonb_object_agg(key, CASE WHEN key IN ('employee', 'before', 'after') THEN value || coalesce((
               SELECT jsonb_object_agg(field, '') FROM unnest('{firstName,lastName,email,employeeNumber}'::text[]) AS field
                WHERE value ? field), '{}') WHEN key = 'reason' THEN '""' ELSE value END)
        FROM jsonb_each(data)
    $$`.execute(db);
  await sql`
    CREATE OR REPLACE FUNCTION refuse_to_change_events() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF (new.position, new.recorded_at, new.revision, new.id, new.stream)
           = (old.position, old.recorded_at, old.revision, old.id, old.stream) THEN
        IF new.type = 'Erased' AND new.version = 1 AND new.data::text = '{}' AND new.metadata::text = '{}' THEN
          RETURN new;
        ELSIF (new.type, new.version, new.metadata::text) = (old.type, old.version, old.metadata::text)
              AND old.type IN ('EmployeeAdded', 'EmployeeEdited', 'EmployeeDeleted', 'EmployeeErasureRefused')
              AND new.data::jsonb = without_person(old.data::jsonb) THEN
          RETURN new;
        ELSIF (new.type, new.version, new.metadata::text) = (old.type, old.version, old.metadata::text)
              AND old.type = 'AccessNoted'
              AND new.data::jsonb = old.data::jsonb || '{"network": "", "device": "", "about": ""}' THEN
          RETURN new;
        END IF;
      END IF;
      RAISE EXCEPTION 'events are never changed, only erased' USING ERRCODE = 'restrict_violation';
    END $$`.execute(db);
}
