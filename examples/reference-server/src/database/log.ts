/** The log to which the drivers write, such as a pino logger. */
export interface DatabaseLog {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}
