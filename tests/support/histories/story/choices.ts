import type { DomainEvent } from '#contracts/events/vocabulary.ts';

/** The random choices of one step of a story. */
export type Choices = {
  /** A whole number from 0 to `below - 1`. */
  number(below: number): number;
  text(): string;
};

export type StoryEvent = { readonly stream: string; readonly event: DomainEvent };

/** An action: valid events, or none when it is impossible now. */
export type Happening = (choices: Choices) => StoryEvent[];

export type StoryDeps = {
  readonly companyId: string;
  readonly newId: () => string;
  /** The local dates of the story. */
  readonly days: readonly string[];
};

/** A thing with an id, in its latest state. */
export type Thing<Facts> = { readonly id: string; facts: Facts };

export function one(stream: string, event: DomainEvent): StoryEvent[] {
  return [{ stream, event }];
}

export function pick<Item>(items: readonly Item[], choices: Choices): Item | undefined {
  return items.length === 0 ? undefined : items[choices.number(items.length)];
}

export function without<Item>(items: Item[], item: Item): void {
  items.splice(items.indexOf(item), 1);
}

export function instantOn(date: string, choices: Choices): string {
  return new Date(Date.parse(`${date}T12:00:00Z`) + choices.number(40_000_000) - 20_000_000).toISOString();
}
