import { useAtom } from 'jotai';
import { History, Maximize, Minimize, Moon, Sun, Volume2, VolumeX, X } from 'lucide-react';
import { paths } from '../../kit/paths.ts';
import { wallThemeAtom } from '../../kit/theme.atoms.ts';
import { timeBarAtom } from '../../kit/time-travel/time-travel.atoms.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { soundAtom } from './wall.atoms.ts';
import styles from './wall.module.css';
import { useFullScreen } from './wall-screen.hooks.ts';

/** Controls for a person in front of the screen; hidden while the wall is idle. */
export function WallControls() {
  const [theme, setTheme] = useAtom(wallThemeAtom);
  const [sound, setSound] = useAtom(soundAtom);
  const fullScreen = useFullScreen();
  const [isTimeOpen, openTime] = useAtom(timeBarAtom);
  return (
    <nav className={styles.controls} aria-label="Wall">
      {fullScreen.isPossible && (
        <Button variant="plain" onClick={fullScreen.toggle}>
          <Icon of={fullScreen.isOn ? Minimize : Maximize} />
          {fullScreen.isOn ? 'Leave full screen' : 'Full screen'}
        </Button>
      )}
      <Button variant="plain" aria-pressed={sound} onClick={() => setSound(!sound)}>
        <Icon of={sound ? Volume2 : VolumeX} /> {sound ? 'Sound on' : 'Sound off'}
      </Button>
      <Button variant="plain" onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}>
        <Icon of={theme === 'dark' ? Sun : Moon} /> {theme === 'dark' ? 'Light' : 'Dark'}
      </Button>
      <Button variant="plain" aria-expanded={isTimeOpen} onClick={() => openTime(!isTimeOpen)}>
        <Icon of={History} /> Go back in time
      </Button>
      <LinkButton variant="plain" to={paths.dashboard}>
        <Icon of={X} /> Dashboard
      </LinkButton>
    </nav>
  );
}
