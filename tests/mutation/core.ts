type Group = {
  readonly files: readonly string[];
  /** Tests with servers, beside the unit tests. Only those that are quick and say what the lines are for. */
  readonly servers?: readonly string[];
};

/** The core: the files from which a wrong number, right or order would come. Patterns as in `fs.glob`. */
export const core: Readonly<Record<string, Group>> = {
  deciders: {
    files: [
      'services/**/*.decider.ts',
      'services/**/*.fold.ts',
      'services/platform/commands/{command,command-handler,fold,state-cache}.ts',
    ],
  },
  projectors: { files: ['projections/**/*.projector.ts', 'projections/pay/{sale,statement}-rows.ts'] },
  money: {
    files: [
      'services/contracts/{billboard,commission,local-date,money,shift-hours}.ts',
      'services/contracts/numbers/{commission-steps,counted-hours}.ts',
      'services/contracts/pay/{pay-periods,statement}.ts',
      'services/billing/subscription/{plan,reconcile}.ts',
      'services/billing/sandbox/subscription-steps.ts',
    ],
    servers: ['tests/billing/reconcile.test.ts'],
  },
  access: {
    files: ['services/contracts/endpoints/access-table.ts', 'services/platform/http/{admission,route}.ts'],
  },
  'sign-in': {
    files: [
      'services/auth/{known-clients,new-password,one-time-codes,password-rules,passwords,principal-cache}.ts',
      'services/auth/{session-cookie,sessions,sign-in,sign-in-limits}.ts',
      'services/platform/limits/network.ts',
    ],
    servers: [
      'tests/auth/{code-guessing,guessing,known-clients,lock-out,one-time-codes}.test.ts',
      'tests/auth/{own-sessions,password-reset,sessions,sign-in,sign-in-limits,tidy-up}.test.ts',
    ],
  },
  chain: {
    files: [
      'services/contracts/proof/{chain,export-check,export-lines,sale-change,statement-check,verdict}.ts',
      'services/proof/seal/{company-events,find-fault,proof,sealer}.ts',
      'services/platform/digest.ts',
    ],
    servers: ['tests/proof/{sealing,tampering}.test.ts'],
  },
  live: {
    files: [
      'services/gateway/{channel,channels}.ts',
      'services/platform/live/{live-bus.memory,live-relay,session-watch}.ts',
    ],
    servers: ['tests/platform/live/{memory,postgres}.test.ts'],
  },
  store: {
    files: [
      'services/platform/event-store/{catch-up,event-store.memory,event-store.port}.ts',
      'services/platform/event-store/postgres/{append-call,append-news,appender}.postgres.ts',
      'services/platform/event-store/postgres/{event-store,log-reader}.postgres.ts',
    ],
    servers: [
      'tests/platform/event-store/{memory,postgres,postgres-faults,postgres-news,postgres-order}.test.ts',
    ],
  },
};
