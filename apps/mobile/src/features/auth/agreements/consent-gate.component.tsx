import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { Dialog } from '@sealflow/ui/overlays/dialog.component.tsx';
import { useEffect, useState } from 'react';
import { useFirstTexts } from '../../../i18n/index.ts';
import { usePlatform } from '../../../platform/index.ts';
import { AppLink } from '../../../shell/navigation/app-link.component.tsx';
import { paths } from '../../../shell/navigation/paths.rules.ts';
import styles from '../auth.module.css';
import { Brand } from '../brand.component.tsx';
import { acceptAgreements, watchConsent } from './consent.store.ts';

/** The closed dialog loses the focus; the heading takes it, so that screen readers announce the result. */
const focusHeading = (heading: HTMLElement | null) => heading?.focus();

/**
 * The agreement dialog; the app does not start before the agreements are accepted (specification section 5).
 */
export function ConsentGate({ onAccepted }: { readonly onAccepted: () => void }) {
  const { auth } = useFirstTexts();
  const { preferences, backButton } = usePlatform();
  const [isClosed, setIsClosed] = useState(false);
  useEffect(
    () => (isClosed ? undefined : watchConsent(preferences, onAccepted)),
    [isClosed, preferences, onAccepted],
  );

  const accept = async () => {
    await acceptAgreements(preferences);
    onAccepted();
  };
  const exit = async () => {
    // A browser page cannot close itself: this page stays, and the app does not start.
    setIsClosed(true);
    await backButton.exitApp();
  };
  if (isClosed) {
    return (
      <main className={styles.closed}>
        <Brand />
        <h1 ref={focusHeading} tabIndex={-1}>
          {auth.closedTitle}
        </h1>
        <p className={styles.soft}>{auth.closedText}</p>
        <Button onClick={() => setIsClosed(false)}>{auth.readAgain}</Button>
      </main>
    );
  }
  return (
    <main className={styles.screen}>
      <Brand />
      <Dialog
        open
        title={auth.consentTitle}
        actions={
          <>
            <Button onClick={() => void exit()}>{auth.exit}</Button>
            <Button variant="primary" onClick={() => void accept()}>
              {auth.agreeAndGoOn}
            </Button>
          </>
        }
      >
        <p>{auth.consentLead}</p>
        <ul className={styles.points}>
          {auth.consentPoints.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
        <p>
          {auth.consentRead}
          <AppLink to={paths.licence}>{auth.licence}</AppLink>
          {auth.and}
          <AppLink to={paths.privacy}>{auth.privacy}</AppLink>
        </p>
      </Dialog>
    </main>
  );
}
