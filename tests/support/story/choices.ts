import type { DomainEvent } from '#contracts/events/vocabulary.ts';

/** Choices for one step of a story, drawn from somewhere random. */
export type Choices = {
  /** A whole number from 0 to `below - 1`. */
  number(below: number): number;
  text(): string;
};

export type StoryEvent = { readonly stream: string; readonly event: DomainEvent };

/** Something that can happen: valid events, or none when it cannot happen now. */
export type Happening = (choices: Choices) => StoryEvent[];

export type StoryDeps = {
  readonly companyId: string;
  readonly newId: () => string;
  /** The local dates on which things happen. */
  readonly days: readonly string[];
};

/** Something with an id, as the last event left it. */
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
