/** The program cannot start, for a reason that the person at the terminal can mend; one line says how. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartError';
  }
}
