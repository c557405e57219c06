import { useAtomValue, useSetAtom } from 'jotai';
import { Pause, Play } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { BillboardTable } from '../../ui/billboard-table.tsx';
import { Button } from '../../ui/button.tsx';
import { formatMoney } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Money, NumberRoll } from '../../ui/number-roll.tsx';
import {
  demoIsOverAtom,
  demoIsRunningAtom,
  demoIsVisibleAtom,
  demoIsWantedAtom,
  demoNewsAtom,
  demoRowsAtom,
  demoTotalAtom,
  nextDemoSaleAtom,
  sellYourselfAtom,
  toggleDemoAtom,
} from './demo-board.atoms.ts';
import styles from './demo-board.module.css';
import { YOU } from './demo-sales.ts';

/** The product's own billboard component with made-up sales. The visitor can join in. */
export function DemoBoard() {
  const board = useRef<HTMLElement>(null);
  const rows = useAtomValue(demoRowsAtom);
  const total = useAtomValue(demoTotalAtom);
  const sell = useSetAtom(sellYourselfAtom);
  useDemo(board);
  return (
    <section ref={board} className={styles.board} aria-label="A live demo">
      <div className={styles.head}>
        <h2>Daily Billboard</h2>
        <p className={styles.figure}>
          <Money dollars={total.dollars} />
          <span>commission today</span>
        </p>
        <p className={styles.figure}>
          <NumberRoll text={String(total.sales)} />
          <span>closed sales</span>
        </p>
        <Button variant="plain" onClick={sell}>
          Record a sale
        </Button>
      </div>
      <BillboardTable rows={rows} ownId={YOU} empty={null} />
      <div className={styles.foot}>
        <News />
        <PauseButton />
      </div>
    </section>
  );
}

function News() {
  const news = useAtomValue(demoNewsAtom);
  if (!news) return <p>Made-up people, the real board. Record a sale and climb it.</p>;
  const { name, dollars, commission } = news;
  return (
    <p>
      <strong>{name}</strong> closed {formatMoney(dollars)} and earned <b>{formatMoney(commission)}</b>
    </p>
  );
}

function PauseButton() {
  const isWanted = useAtomValue(demoIsWantedAtom);
  const isOver = useAtomValue(demoIsOverAtom);
  const toggle = useSetAtom(toggleDemoAtom);
  return (
    <Button variant="quiet" onClick={toggle}>
      <Icon of={isWanted ? Pause : Play} size={16} />
      {isWanted ? 'Pause' : isOver ? 'Play again' : 'Play'}
    </Button>
  );
}

const PACE_MS = 2_400;

/** While `board` is visible a sale is closed every few seconds; not while it is scrolled away or in another tab. */
function useDemo(board: RefObject<HTMLElement | null>): void {
  const isRunning = useAtomValue(demoIsRunningAtom);
  const sell = useSetAtom(nextDemoSaleAtom);
  const setInSight = useSetAtom(demoIsVisibleAtom);
  useEffect(() => {
    let isNear = false;
    const tell = () => setInSight(isNear && !document.hidden);
    const watch = new IntersectionObserver((entries) => {
      isNear = entries.at(-1)?.isIntersecting ?? false;
      tell();
    });
    if (board.current) watch.observe(board.current);
    document.addEventListener('visibilitychange', tell);
    return () => {
      watch.disconnect();
      document.removeEventListener('visibilitychange', tell);
      setInSight(false);
    };
  }, [board, setInSight]);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(sell, PACE_MS);
    return () => clearInterval(timer);
  }, [isRunning, sell]);
}
