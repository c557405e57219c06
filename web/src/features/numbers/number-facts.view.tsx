import { useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useEffect, useRef } from 'react';
import { useResource } from '../../app/lists/resource.hooks.ts';
import { ResourceState } from '../../app/lists/resource-state.view.tsx';
import type { NumberQuestion } from '../../app/numbers/opened-number.atoms.ts';
import { CommissionLines } from './commission-lines.view.tsx';
import { GoalFacts } from './goal-facts.view.tsx';
import { HoursFacts } from './hours-facts.view.tsx';
import {
  closeNumberAtom,
  followNumberAtom,
  newsOfOpenedAtom,
  numberResource,
  openedAtom,
} from './numbers.atoms.ts';
import styles from './numbers.module.css';
import { aboutText, numberText } from './title.ts';
import { Verdict } from './verdict.view.tsx';

type NumberFactsProps = {
  question: NumberQuestion;
  /** What stands above the facts. */
  head: (title: string, about: string) => ReactNode;
};

/** The facts of a number of an employee. They go on with the number: who looks on while he sells sees it grow. */
export function NumberFacts({ question, head }: NumberFactsProps) {
  useResource(numberResource, question);
  useNews();
  const asked = useAtomValue(numberResource.questionAtom);
  const facts = useAtomValue(openedAtom);
  // Another number was open before, and this one is asked for in a moment.
  const opened = JSON.stringify(asked) === JSON.stringify(question) ? facts : undefined;
  const isOfHours = question.of === 'sales per hour' || question.of === 'goal';
  return (
    <>
      {opened
        ? head(`How ${numberText(question, opened)} came to be`, aboutText(question, opened))
        : head('How this number came to be', '')}
      <ResourceState of={numberResource} loading="Loading what makes this number" />
      {opened && (
        <div className={styles.body}>
          <Verdict opened={opened} />
          {question.of === 'goal' && <GoalFacts opened={opened} />}
          {isOfHours && <HoursFacts opened={opened} />}
          <CommissionLines opened={opened} question={question} />
          {question.of === 'commission of the day' && <HoursFacts opened={opened} />}
        </div>
      )}
    </>
  );
}

/** Asks again when live tells something of whose number is open. */
function useNews(): void {
  const news = useAtomValue(newsOfOpenedAtom);
  const follow = useSetAtom(followNumberAtom);
  const close = useSetAtom(closeNumberAtom);
  const seen = useRef(news);
  useEffect(() => {
    // What was heard before the facts were there is in them.
    if (seen.current !== undefined && news !== undefined && seen.current !== news) void follow();
    seen.current = news;
  }, [news, follow]);
  useEffect(() => close, [close]);
}
