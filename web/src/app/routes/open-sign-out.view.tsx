import { useStore } from 'jotai';
import { useEffect, useState } from 'react';
import { isLoggedIn } from '#contracts/endpoints/auth.endpoints.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { isSignOutOpen } from '../../api/open-sign-out.atoms.ts';
import styles from './open-sign-out.module.css';

/** Where only an answer of the server shows that the network is back. */
const AGAIN_MS = 5000;

/** After a log-out without a network: says so, until the server knows it. */
export function OpenSignOut() {
  const [isOpen, setOpen] = useState(isSignOutOpen);
  const store = useStore();
  useEffect(() => {
    if (!isOpen) return;
    let isAsking = false;
    const tell = async () => {
      if (isAsking) return;
      isAsking = true;
      // Any call ends the former session first.
      await store.get(apiAtom).call(isLoggedIn, {});
      isAsking = false;
      setOpen(isSignOutOpen());
    };
    const tellNow = () => void tell();
    tellNow();
    const timer = setInterval(tellNow, AGAIN_MS);
    window.addEventListener('online', tellNow);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', tellNow);
    };
  }, [isOpen, store]);
  if (!isOpen) return null;
  return (
    <p role="status" className={styles.bar}>
      You are signed out on this device. The server is told when there is a network.
    </p>
  );
}
