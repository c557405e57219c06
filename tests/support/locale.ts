/** The language of the browser in unit tests, whatever that of this machine: formats are made once in a process. */
const value = { language: 'en-CA', languages: ['en-CA'] };
Object.defineProperty(globalThis, 'navigator', { value, configurable: true, writable: true });
