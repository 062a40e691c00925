import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { useTexts } from '../../i18n/index.ts';
import styles from './sign-in.module.css';

export type Way = 'password' | 'phone' | 'email';

const ways: readonly Way[] = ['password', 'phone', 'email'];

/** The ways to sign in. */
export function WayTabs({ children }: { readonly children: (way: Way) => ReactNode }) {
  const texts = useTexts().signIn;
  return (
    <Tabs>
      <TabList className={styles.tabs ?? ''} aria-label={texts.way}>
        {ways.map((way) => (
          <Tab key={way} id={way} className={styles.tab ?? ''}>
            {texts.ways[way]}
          </Tab>
        ))}
      </TabList>
      {ways.map((way) => (
        <TabPanel key={way} id={way}>
          {children(way)}
        </TabPanel>
      ))}
    </Tabs>
  );
}
