import type { ReactNode } from 'react';
import { useFirstTexts } from '../../../i18n/index.ts';
import { FocusedHeading } from '../../../shell/navigation/focused-heading.component.tsx';
import { paths } from '../../../shell/navigation/paths.rules.ts';
import styles from '../auth.module.css';
import { Brand } from '../brand.component.tsx';
import { SignInLink } from '../sign-in-link.component.tsx';

/** The common layout of the two sign-in pages. */
export function SignInFrame({ children }: { readonly children: ReactNode }) {
  const { auth } = useFirstTexts();
  return (
    <main className={styles.screen}>
      <Brand />
      <FocusedHeading className={styles.welcome}>{auth.welcome}</FocusedHeading>
      <p className={styles.soft}>{auth.lead}</p>
      <nav className={styles.ways} aria-label={auth.ways}>
        <SignInLink to={paths.pwdlogin} replace>
          {auth.byPassword}
        </SignInLink>
        <SignInLink to={paths.reglogin} replace>
          {auth.byCode}
        </SignInLink>
      </nav>
      {children}
    </main>
  );
}
