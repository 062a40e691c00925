import { type KeyboardEvent, useRef } from 'react';
import styles from './tab-list.module.css';

type TabListProps<Id extends string> = {
  readonly label: string;
  readonly tabs: readonly { readonly id: Id; readonly label: string }[];
  readonly current: Id;
  readonly onSelect: (id: Id) => void;
  /** The element whose content the tabs switch. */
  readonly panelId?: string;
};

/** Tabs within a screen: one tab stop, the arrow keys select. */
export function TabList<Id extends string>({ label, tabs, current, onSelect, panelId }: TabListProps<Id>) {
  const tabBar = useRef<HTMLDivElement>(null);
  const selectAt = (index: number) => {
    const tab = tabs[(index + tabs.length) % tabs.length];
    if (tab === undefined) return;
    onSelect(tab.id);
    tabBar.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(tab.id)}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ id }) => id === current);
    const target = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    selectAt(target);
  };
  return (
    <div ref={tabBar} className={styles.tabs} role="tablist" aria-label={label}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          className={styles.tab}
          data-tab={tab.id}
          aria-selected={tab.id === current}
          aria-controls={panelId}
          tabIndex={tab.id === current ? 0 : -1}
          onKeyDown={onKeyDown}
          onClick={() => onSelect(tab.id)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}
