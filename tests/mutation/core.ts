/** The core: the files from which a wrong number, right or order would come, by group. Patterns as in `fs.glob`. */
export const core = {
  deciders: [
    'services/**/*.decider.ts',
    'services/**/*.fold.ts',
    'services/platform/commands/{command,command-handler,fold,members}.ts',
  ],
  projectors: ['projections/**/*.projector.ts'],
  money: [
    'services/contracts/{billboard,commission,local-date,money,shift-hours}.ts',
    'services/contracts/numbers/{commission-steps,counted-hours}.ts',
    'services/billing/subscription/{plan,reconcile}.ts',
    'services/billing/sandbox/subscription-steps.ts',
  ],
  access: ['services/contracts/endpoints/access-table.ts', 'services/platform/http/{admission,route}.ts'],
  'sign-in': [
    'services/auth/{known-clients,new-password,one-time-codes,passwords,principal-cache}.ts',
    'services/auth/{session-cookie,sessions,sign-in,sign-in-limits}.ts',
    'services/platform/limits/network.ts',
  ],
  chain: [
    'services/contracts/proof/{chain,export-check,export-lines,sale-change,verdict}.ts',
    'services/proof/seal/{company-events,find-fault,proof,sealer}.ts',
    'services/platform/digest.ts',
  ],
  live: [
    'services/gateway/{channel,channels}.ts',
    'services/platform/live/{live-bus.memory,live-relay,session-watch}.ts',
  ],
  store: [
    'services/platform/event-store/{catch-up,event-store.memory,event-store.port,own-events}.ts',
    'services/platform/event-store/postgres/{append-call,append-news,appender}.postgres.ts',
    'services/platform/event-store/postgres/{event-store,log-reader}.postgres.ts',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;
