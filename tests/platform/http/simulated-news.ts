import { createReplyCache, type Question } from '#platform/http/reply-cache.ts';
import type { LiveMessage } from '#platform/live/live-bus.port.ts';
import { seededRandom } from '#tests/support/random.ts';

const MODELS = ['a', 'b', 'c'];
const COMPANIES = ['north', 'south'];

type Reading = { readonly source: string; readonly needed: number };
type Making = { read: () => void; answer: () => void };

/**
 * A reply cache among commits, news, positions and readers in a random but repeatable order: news comes late or is
 * lost, positions are looked at before or after it, reads take their time. What a reply holds is the position of
 * the last change of its company and model that the read saw.
 *
 * `together`: as in the process that projects, position and news come in one stretch.
 */
export function simulateReaders(seed: number, { together, steps }: { together: boolean; steps: number }) {
  const random = seededRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value;

  const changes = new Map<string, number[]>();
  let onWay: LiveMessage[] = [];
  let tell: (message: LiveMessage) => void = () => {};
  let isConnected = true;
  let head = 0;
  let position = 0;
  let time = 0;
  let hits = 0;
  let given = 0;
  const wrong: string[] = [];
  const makings = new Set<Making>();

  const cache = createReplyCache<{ refused: true }>({
    bus: {
      subscribe(handler) {
        tell = handler;
        return () => {};
      },
    },
    progress: { position: () => position },
    now: () => time,
    mostBytes: 2_000,
  });

  const lastChange = (source: string, upTo: number) =>
    (changes.get(source) ?? []).findLast((at) => at <= upTo) ?? 0;

  function make(source: string): Promise<Buffer> {
    return new Promise((resolve) => {
      let seen: Buffer | null = null;
      const making: Making = {
        read: () => {
          seen ??= Buffer.from(String(lastChange(source, head)));
        },
        answer() {
          if (seen === null) return;
          makings.delete(making);
          resolve(seen);
        },
      };
      makings.add(making);
    });
  }

  function check({ source, needed }: Reading, reply: Buffer | { refused: true }): void {
    given++;
    const owed = lastChange(source, needed);
    const seen = Buffer.isBuffer(reply) ? Number(reply.toString()) : Number.NaN;
    if (!(seen >= owed)) wrong.push(`${source} up to ${needed}: shows ${seen}, owes ${owed}`);
  }

  function deliver(): void {
    const message = onWay.shift();
    if (message) tell(message);
  }

  const happenings: (() => void)[] = [
    function commit() {
      head++;
      const [companyId, model] = [pick(COMPANIES), pick([...MODELS, null])];
      // Some events change no read model, so no message follows them.
      if (model !== null) {
        const source = `${companyId} ${model}`;
        changes.set(source, [...(changes.get(source) ?? []), head]);
        const keys = random() < 0.2 ? [] : [{ row: String(head) }];
        if (isConnected)
          onWay.push({ kind: 'committed', position: head, changes: [{ model, companyId, keys }] });
      }
      if (!together) return;
      position = head;
      deliver();
    },
    function hear() {
      if (isConnected) deliver();
    },
    function lookAtPositions() {
      position += below(head - position + 1);
    },
    function loseNews() {
      if (together || random() > 0.1) return;
      isConnected = false;
      onWay = [];
    },
    function reconnect() {
      if (isConnected) return;
      isConnected = true;
      tell({ kind: 'missed' });
    },
    function letTimePass() {
      time += below(120);
    },
    ...Array.from(
      { length: 4 },
      () =>
        function ask() {
          const [companyId, model] = [pick(COMPANIES), pick(MODELS)];
          const source = `${companyId} ${model}`;
          const needed = pick([0, position, below(position + 1)]);
          const question: Question = { key: source, companyId, models: [model], needed };
          const reply = cache.take(question, () => make(source));
          if (Buffer.isBuffer(reply)) {
            hits++;
            check({ source, needed }, reply);
          } else void reply.then((made) => check({ source, needed }, made));
        },
    ),
    ...Array.from({ length: 3 }, () => () => pick([...makings])?.read()),
    ...Array.from({ length: 3 }, () => () => pick([...makings])?.answer()),
  ];

  return async () => {
    for (let step = 0; step < steps; step++) {
      pick(happenings)();
      await new Promise((resolve) => setImmediate(resolve));
    }
    return { wrong, given, hits, size: cache.size() };
  };
}
