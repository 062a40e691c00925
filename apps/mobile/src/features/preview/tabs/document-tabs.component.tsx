import { CloseIcon } from '@sealflow/ui/icons.component.tsx';
import { IconButton } from '@sealflow/ui/inputs/button.component.tsx';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { usePreviewLayer } from '../../../shell/navigation/preview-layer.hook.ts';
import type { PreviewTab } from '../../../shell/navigation/preview-tabs.rules.ts';
import { closeTab } from '../../../shell/navigation/preview-tabs.store.ts';
import styles from './document-tabs.module.css';
import { keepFocusOnTab } from './tab-focus.util.ts';

type DocumentTabsProps = {
  readonly tabs: readonly PreviewTab[];
  readonly fileID: string;
  readonly panelId: string;
};

/**
 * The open documents. Arrow keys move between the tabs, and Enter opens one: to open a document is an act that is recorded. Only
 * the shown document is open; the others are opened again.
 */
export function DocumentTabs({ tabs, fileID, panelId }: DocumentTabsProps) {
  const { preview } = useTexts();
  const { openRecord, openFlowFile, close } = usePreviewLayer();
  const list = useRef<HTMLDivElement>(null);
  const tabElement = (id: string) =>
    list.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(id)}"]`) ?? null;
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [list]);

  const open = (tab: PreviewTab, isByKey: boolean) => {
    if (tab.fileID === fileID) return;
    keepFocusOnTab(isByKey ? tab.fileID : null);
    if (tab.flowFile) openFlowFile(tab.flowFile);
    else openRecord(tab.fileID);
  };
  const end = (id: string, isByKey: boolean) => {
    const next = closeTab(id);
    if (next === null) close();
    else if (id === fileID) open(next, isByKey);
    else if (isByKey) tabElement(next.fileID)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent, tab: PreviewTab) => {
    const at = tabs.indexOf(tab);
    const target = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (event.key === 'Delete') end(tab.fileID, true);
    else if (event.key === 'Enter' || event.key === ' ') open(tab, true);
    else if (target !== undefined) {
      const next = tabs[(target + tabs.length) % tabs.length];
      if (next) tabElement(next.fileID)?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onClick = ({ target }: MouseEvent, tab: PreviewTab) => {
    if (target instanceof Element && target.closest('[data-close]') !== null) end(tab.fileID, false);
    else open(tab, false);
  };
  return (
    <div className={styles.bar}>
      <div ref={list} className={styles.tabs} role="tablist" aria-label={preview.tabs}>
        {tabs.map((tab) => (
          <button
            key={tab.fileID}
            type="button"
            role="tab"
            className={styles.tab}
            title={tab.name}
            data-tab={tab.fileID}
            aria-selected={tab.fileID === fileID}
            aria-controls={tab.fileID === fileID ? panelId : undefined}
            aria-keyshortcuts="Delete"
            tabIndex={tab.fileID === fileID ? 0 : -1}
            // A press of the mouse leaves the focus to the document.
            onMouseDown={(event) => event.preventDefault()}
            onKeyDown={(event) => onKeyDown(event, tab)}
            onClick={(event) => onClick(event, tab)}
          >
            <span className={styles.name}>{tab.name === '' ? preview.title : tab.name}</span>
            <span className={styles.close} data-close="" aria-hidden="true">
              <CloseIcon />
            </span>
          </button>
        ))}
      </div>
      <IconButton label={preview.closeTab} className={styles.closeShown} onClick={() => end(fileID, false)}>
        <CloseIcon />
      </IconButton>
    </div>
  );
}
