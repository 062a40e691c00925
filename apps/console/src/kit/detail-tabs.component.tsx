import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { useSearchParams } from 'react-router';
import styles from './detail-tabs.module.css';

type DetailTab = { readonly id: string; readonly title: string; readonly content: ReactNode };

/** Parts of the details of an object. The open one is the parameter `tab` of the address. */
export function DetailTabs({ label, tabs }: { readonly label: string; readonly tabs: readonly DetailTab[] }) {
  const [params, setParams] = useSearchParams();
  const open = tabs.find(({ id }) => id === params.get('tab')) ?? tabs[0];
  return (
    <Tabs
      selectedKey={open?.id ?? ''}
      onSelectionChange={(key) =>
        setParams(
          (present) => {
            const next = new URLSearchParams(present);
            if (key === tabs[0]?.id) next.delete('tab');
            else next.set('tab', String(key));
            return next;
          },
          { replace: true },
        )
      }
    >
      <TabList aria-label={label} className={styles.list ?? ''}>
        {tabs.map(({ id, title }) => (
          <Tab key={id} id={id} className={styles.tab ?? ''}>
            {title}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ id, content }) => (
        <TabPanel key={id} id={id} className={styles.panel ?? ''}>
          {content}
        </TabPanel>
      ))}
    </Tabs>
  );
}
