import { type ChildProcess, fork } from 'node:child_process';

/** A process under measurement and what it said when it was ready. */
export type Child<Hello> = {
  readonly hello: Hello;
  readonly pid: number;
  /** Sends it a message and takes its next one for the answer: one question at a time. */
  ask<Answer>(message: object): Promise<Answer>;
  stop(): Promise<void>;
};

/**
 * For a load that measures for seconds. By default V8 collects its garbage after 2.6 s at 100 requests a second, for 10 to
 * 20 ms, and that was every hundredth request.
 */
export const WITHOUT_COLLECTIONS = ['--min-semi-space-size=64', '--max-semi-space-size=64'];

/** Starts a module of this folder in a process of its own; throws when it ends before it says hello. */
export async function startChild<Hello>(
  module: string,
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
  flags: readonly string[] = [],
): Promise<Child<Hello>> {
  const child = fork(new URL(module, import.meta.url), [...args], {
    env: { ...process.env, ...env },
    execArgv: [...process.execArgv, ...flags],
  });
  const hello = await firstMessage<Hello>(child, module);
  return {
    hello,
    pid: child.pid as number,
    ask<Answer>(message: object) {
      const answer = firstMessage<Answer>(child, module);
      child.send(message);
      return answer;
    },
    stop: () =>
      new Promise((done) => {
        child.once('exit', () => done());
        child.kill('SIGTERM');
      }),
  };
}

function firstMessage<Message>(child: ChildProcess, module: string): Promise<Message> {
  return new Promise((done, fail) => {
    const ended = (code: number | null) => fail(new Error(`${module} ended with ${code}`));
    child.once('exit', ended);
    child.once('message', (message) => {
      child.off('exit', ended);
      done(message as Message);
    });
  });
}
