import { useFirstTexts } from '../i18n/index.ts';
import { useLongWait } from '../ui/long-wait.hook.ts';
import { Spinner } from '../ui/spinner.component.tsx';
import styles from './router.module.css';

/** Shown while the session starts and the service has not answered; nothing if it answers at once. */
export function Splash() {
  const { common } = useFirstTexts();
  if (!useLongWait(true)) return null;
  return (
    <main className={styles.starting}>
      <img src="/icon.svg" alt="" width={64} height={64} />
      <output className={styles.wait}>
        <Spinner />
        {common.loading}
      </output>
    </main>
  );
}
