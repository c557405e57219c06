import { useAtom } from 'jotai';
import { Link } from 'react-router-dom';
import { paths } from '../../kit/paths.ts';
import { Wordmark } from '../../ui/mark.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Actions } from './actions.view.tsx';
import { Cards, Fields } from './fields.view.tsx';
import { Figures } from './figures.view.tsx';
import styles from './gallery.module.css';
import { Layout, Notices } from './layout.view.tsx';
import { Lists, Timelines } from './lists.view.tsx';
import { SHOWN, shownAtom } from './sample.view.tsx';

const GROUPS = [
  { id: 'actions', title: 'Actions', Content: Actions },
  { id: 'fields', title: 'Fields', Content: Fields },
  { id: 'cards', title: 'Card form', Content: Cards },
  { id: 'notices', title: 'Notices', Content: Notices },
  { id: 'figures', title: 'Signs and figures', Content: Figures },
  { id: 'lists', title: 'Lists and charts', Content: Lists },
  { id: 'timelines', title: 'History', Content: Timelines },
  { id: 'layout', title: 'Layout', Content: Layout },
] as const;

const THEMES = { light: 'Light', dark: 'Dark', both: 'Both' } as const;

/** For developers: every component of web/src/ui in every state. No link leads here. */
export function GalleryPage() {
  const [shown, setShown] = useAtom(shownAtom);
  return (
    <main className={styles.page}>
      <div className={styles.top}>
        <div>
          <Link to={paths.root} className={styles.home} aria-label="Tallyboard, to the start page">
            <Wordmark />
          </Link>
          <h1>Components</h1>
          <p className={styles.lead}>
            All of <code>web/src/ui</code> in every state. Use what is here before you make something new, and
            add what you make.
          </p>
        </div>
        <Segmented
          label="Theme"
          small
          value={shown}
          onChange={setShown}
          options={SHOWN.map((value) => ({ value, label: THEMES[value] }))}
        />
      </div>
      <nav className={styles.groups} aria-label="Groups">
        {GROUPS.map(({ id, title }) => (
          <a key={id} href={`#${id}`}>
            {title}
          </a>
        ))}
      </nav>
      {GROUPS.map(({ id, title, Content }) => (
        <section key={id} id={id} className={styles.group} aria-label={title}>
          <h2>{title}</h2>
          <Content />
        </section>
      ))}
      {/* Last, because the samples of page headers set the title, too. */}
      <title>Components · Tallyboard</title>
    </main>
  );
}
