import { type Logger, pino } from 'pino';

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

/** JSON lines on stderr; stdout is for the output of commands. */
export function createLog(level: string): Logger {
  return pino({ level, redact: ['password', 'token', '*.password', '*.token'] }, pino.destination(2));
}
