/** State of the error-ticket banner: what to tell, and whether it is bad news. */
export type Tickets = { error: boolean; errorTickets: readonly string[] };

export const noTickets: Tickets = { error: false, errorTickets: [] };

/** What is said twice, by the server and by the specification, is told once. */
export function errorTickets(...messages: string[]): Tickets {
  return { error: true, errorTickets: [...new Set(messages)] };
}

export function successTicket(...messages: string[]): Tickets {
  return { error: false, errorTickets: messages };
}
