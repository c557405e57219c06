import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { reliability, security, specification, unproven } from './coverage-maps.ts';

/**
 * Prints the last lines of a run: each failed test with the first line of its error, and at the end
 * `N passed, N failed, N skipped`. A file that does not load is a failure. In a run of all tests, so is a line of a
 * coverage map that no test proved in this run.
 */
export default class ClosingLine implements Reporter {
  #vitest?: Vitest;
  readonly #hasCoverageMaps: boolean;

  constructor({ hasCoverageMaps = false } = {}) {
    this.#hasCoverageMaps = hasCoverageMaps;
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  async onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): Promise<void> {
    let passed = 0;
    let failed = errors.length;
    let skipped = 0;
    for (const module of modules) {
      const before = failed;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') passed++;
        else if (state === 'failed') {
          failed++;
          say(`${module.relativeModuleId} › ${test.fullName}`, test.result().errors);
        } else skipped++;
      }
      if (module.state() === 'failed' && failed === before) {
        failed++;
        say(module.relativeModuleId, module.errors());
      }
    }
    const isWhole = await this.#hasRunAll(modules.length);
    const missing = isWhole ? unproven([...specification, ...security, ...reliability], tagged(modules)) : [];
    for (const sentence of missing) process.stdout.write(`\n${sentence}`);
    if (missing.length > 0) process.exitCode = 1;
    process.stdout.write(`\n${passed} passed, ${failed + missing.length} failed, ${skipped} skipped\n`);
  }

  async #hasRunAll(files: number): Promise<boolean> {
    if (!this.#vitest || !this.#hasCoverageMaps) return false;
    const { project, testNamePattern, tagsFilter } = this.#vitest.config;
    if (project.length > 0 || testNamePattern || tagsFilter) return false;
    return files === (await this.#vitest.globTestSpecifications()).length;
  }
}

function say(name: string, errors: readonly { message: string }[] = []): void {
  const [line = ''] = errors[0]?.message.split('\n') ?? [];
  process.stdout.write(`\nfailed: ${name}: ${line}`);
}

function tagged(modules: readonly TestModule[]) {
  return modules.flatMap((module) =>
    [...module.children.allTests()].map((test) => ({
      name: `${module.relativeModuleId} › ${test.fullName}`,
      tags: test.tags,
      state: test.result().state,
    })),
  );
}
