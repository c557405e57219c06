import { useAtom } from 'jotai';
import { History, Maximize, Minimize, Moon, Sun, Volume2, VolumeX, X } from 'lucide-react';
import { paths } from '../../app/routes/paths.ts';
import { wallThemeAtom } from '../../app/shell/appearance.atoms.ts';
import { timeBarAtom } from '../../app/time-travel/time-travel.atoms.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { soundAtom } from './wall.atoms.ts';
import styles from './wall.module.css';
import { useFullScreen } from './wall-screen.hooks.ts';

/** For whoever stands before the screen; out of sight when nobody does. */
export function WallControls() {
  const [theme, setTheme] = useAtom(wallThemeAtom);
  const [sound, setSound] = useAtom(soundAtom);
  const fullScreen = useFullScreen();
  const [isTimeOpen, openTime] = useAtom(timeBarAtom);
  return (
    <nav className={styles.controls} aria-label="Wall">
      {fullScreen.isPossible && (
        <Button look="plain" onClick={fullScreen.toggle}>
          <Icon of={fullScreen.isOn ? Minimize : Maximize} />
          {fullScreen.isOn ? 'Leave full screen' : 'Full screen'}
        </Button>
      )}
      <Button look="plain" aria-pressed={sound} onClick={() => setSound(!sound)}>
        <Icon of={sound ? Volume2 : VolumeX} /> {sound ? 'Sound on' : 'Sound off'}
      </Button>
      <Button look="plain" onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}>
        <Icon of={theme === 'dark' ? Sun : Moon} /> {theme === 'dark' ? 'Light' : 'Dark'}
      </Button>
      <Button look="plain" aria-expanded={isTimeOpen} onClick={() => openTime(!isTimeOpen)}>
        <Icon of={History} /> Go back in time
      </Button>
      <LinkButton look="plain" to={paths.dashboard}>
        <Icon of={X} /> Dashboard
      </LinkButton>
    </nav>
  );
}
