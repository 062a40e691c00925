import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useTexts } from '../i18n/index.ts';
import { useSessionStore } from '../platform/session/session.store.ts';
import styles from './page.module.css';

type PageProps = {
  readonly title: string;
  /** What the page is for, in one sentence. */
  readonly lead?: string;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
};

/** The page that was opened or reloaded: it is read from its beginning. */
const loadedKey = keyOf(history.state);

/**
 * A page with its title, which is also the title of the browser’s tab. The focus moves to the title when the page opens, so
 * that a screen reader reads it.
 */
export function Page({ title, lead, actions, children }: PageProps) {
  const { shell } = useTexts();
  const { key, pathname } = useLocation();
  const isFirstOfTab = key === loadedKey && !isNewlySignedIn();
  const readPath = useRef(isFirstOfTab ? pathname : null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // A later navigation on the same page, such as a filter, changes the rest of the address and must not move the focus.
    if (readPath.current !== pathname) heading.current?.focus();
    readPath.current = pathname;
  }, [pathname]);
  useEffect(() => {
    document.title = shell.pageTitle(title);
  }, [title, shell]);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div>
          <h1 ref={heading} className={styles.title} tabIndex={-1}>
            {title}
          </h1>
          {lead === undefined ? null : <p className={styles.lead}>{lead}</p>}
        </div>
        {actions ? <div className={styles.actions}>{actions}</div> : null}
      </header>
      {children}
    </div>
  );
}

/** The key of an entry of the browser’s history, as the router stores it. */
function keyOf(entry: unknown): unknown {
  return typeof entry === 'object' && entry !== null && 'key' in entry ? entry.key : 'default';
}

function isNewlySignedIn(): boolean {
  const { state } = useSessionStore.getState();
  return state.phase === 'signedIn' && state.isNew === true;
}

/** Controls above a list: search and filters. */
export function FilterBar({ children }: { readonly children: ReactNode }) {
  return <div className={styles.filters}>{children}</div>;
}

/** Names and values of an object. */
export function Facts({ facts }: { readonly facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name} className={styles.fact}>
          <dt className={styles.factName}>{name}</dt>
          <dd className={styles.factValue}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type TagProps = {
  readonly tone?: 'neutral' | 'good' | 'warning' | 'bad';
  readonly children: ReactNode;
};

/** A short state such as "active". */
export function Tag({ tone = 'neutral', children }: TagProps) {
  return <span className={`${styles.tag} ${styles[tone]}`}>{children}</span>;
}

/** A part of a page or drawer with a heading. */
export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2 className={styles.sectionTitle}>{title}</h2>
      {children}
    </section>
  );
}
