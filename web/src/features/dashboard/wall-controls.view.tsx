import { useAtom } from 'jotai';
import { Maximize, Minimize, Moon, Sun, Volume2, VolumeX, X } from 'lucide-react';
import { wallThemeAtom } from '../../app/appearance.atoms.ts';
import { paths } from '../../app/paths.ts';
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
      <LinkButton look="plain" to={paths.dashboard}>
        <Icon of={X} /> Dashboard
      </LinkButton>
    </nav>
  );
}
