import type { ReactNode } from 'react';
import { ArrivalHeading } from '../../app/shell/arrival-heading.component.tsx';
import { paths } from '../../app/shell/paths.ts';
import { useFirstTexts } from '../../i18n/index.ts';
import styles from './auth.module.css';
import { Brand } from './brand.component.tsx';
import { WayLink } from './way-link.component.tsx';

/** The common layout of the two sign-in pages. */
export function EntryFrame({ children }: { readonly children: ReactNode }) {
  const { auth } = useFirstTexts();
  return (
    <main className={styles.screen}>
      <Brand />
      <ArrivalHeading className={styles.welcome}>{auth.welcome}</ArrivalHeading>
      <p className={styles.soft}>{auth.lead}</p>
      <nav className={styles.ways} aria-label={auth.ways}>
        <WayLink to={paths.pwdlogin} replace>
          {auth.byPassword}
        </WayLink>
        <WayLink to={paths.reglogin} replace>
          {auth.byCode}
        </WayLink>
      </nav>
      {children}
    </main>
  );
}
