import { TopBar } from '@sealflow/ui/navigation/top-bar.component.tsx';
import type { ReactNode } from 'react';
import { useFirstTexts } from '../i18n/index.ts';
import { useGoBack } from '../shell/navigation/back.hook.ts';
import { isExitLocation } from '../shell/navigation/view.rules.ts';
import { useLocation } from '../shell/router/index.ts';
import { useScreenTitle } from '../shell/title.hook.ts';
import styles from './router.module.css';

/** The frame shown in place of a screen whose code is not loaded: the screen's name and the way back. */
export function FallbackScreen({ children }: { readonly children: ReactNode }) {
  const { common } = useFirstTexts();
  const location = useLocation();
  const goBack = useGoBack();
  return (
    <div className={styles.plain}>
      <TopBar
        title={useScreenTitle() ?? common.appName}
        backLabel={common.back}
        onBack={isExitLocation(location) ? undefined : goBack}
      />
      <main className={styles.plainContent}>{children}</main>
    </div>
  );
}
