-- The roles and logins of Tallyboard, for a server on which the user of DATABASE_URL may not create them, or behind a
-- pooler that has to know their names. Run it once as an administrator of the server, with passwords of your own, and set
--   DATABASE_READER_LOGIN=tallyboard_reads:<its password>
--   DATABASE_PROGRAM_LOGIN=tallyboard_works:<its password>
--   DATABASE_APPENDER_LOGIN=tallyboard_appends:<its password>
--   DATABASE_SEALER_LOGIN=tallyboard_seals:<its password>
--   DATABASE_MAILER_LOGIN=tallyboard_mails:<its password>
-- The next start gives the roles their rights in its database. ADR 0016 has the reasons.

CREATE ROLE tallyboard_reader NOLOGIN;
CREATE ROLE tallyboard_program NOLOGIN;
CREATE ROLE tallyboard_appender NOLOGIN;
CREATE ROLE tallyboard_sealer NOLOGIN;
CREATE ROLE tallyboard_mailer NOLOGIN;
CREATE ROLE tallyboard_reads LOGIN PASSWORD 'reads-password' IN ROLE tallyboard_reader;
CREATE ROLE tallyboard_works LOGIN PASSWORD 'works-password' IN ROLE tallyboard_program;
CREATE ROLE tallyboard_appends LOGIN PASSWORD 'appends-password' IN ROLE tallyboard_appender;
CREATE ROLE tallyboard_seals LOGIN PASSWORD 'seals-password' IN ROLE tallyboard_sealer;
CREATE ROLE tallyboard_mails LOGIN PASSWORD 'mails-password' IN ROLE tallyboard_mailer;
