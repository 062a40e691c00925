import { TabList } from '@sealflow/ui/navigation/tab-list.component.tsx';
import { Sheet } from '@sealflow/ui/overlays/sheet.component.tsx';
import { Spinner } from '@sealflow/ui/spinner.component.tsx';
import { EmptyState } from '@sealflow/ui/status/state.component.tsx';
import type { OpenViewer, OutlineItem } from '@sealflow/viewers/viewer/viewer.types.ts';
import { useEffect, useId, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import styles from './contents.module.css';
import { OutlineList } from './outline-list.component.tsx';
import type { PagePosition } from './page-jump.component.tsx';
import { Thumbnails } from './thumbnails.component.tsx';

type ContentsProps = {
  readonly open: boolean;
  readonly viewer: OpenViewer;
  readonly position: PagePosition;
  readonly onClose: () => void;
  readonly onGoToPage: (page: number) => void;
};

/** The table of contents and the page thumbnails of a document. */
export function Contents({ open, onClose, ...rest }: ContentsProps) {
  const { preview, common } = useTexts();
  return (
    <Sheet open={open} title={preview.contents} closeLabel={common.close} onDismiss={onClose}>
      <ContentsTabs {...rest} onClose={onClose} />
    </Sheet>
  );
}

function ContentsTabs({ viewer, position, onClose, onGoToPage }: Omit<ContentsProps, 'open'>) {
  const { preview } = useTexts();
  const panelId = useId();
  const outline = useOutline(viewer);
  const [selectedTab, setSelectedTab] = useState<'outline' | 'pages' | null>(null);
  const { thumbnail } = viewer;
  if (outline === null) return <Spinner />;
  if (!thumbnail && outline.length === 0) return <EmptyState title={preview.noOutline} />;
  const current = selectedTab ?? (outline.length > 0 ? 'outline' : 'pages');
  const go = (item: OutlineItem) => {
    onClose();
    item.goTo();
  };
  return (
    <>
      {thumbnail && outline.length > 0 ? (
        <div className={styles.tabs}>
          <TabList
            label={preview.contents}
            tabs={[
              { id: 'outline', label: preview.outline },
              { id: 'pages', label: preview.thumbnails },
            ]}
            current={current}
            onSelect={setSelectedTab}
            panelId={panelId}
          />
        </div>
      ) : null}
      <div id={panelId}>
        {thumbnail && current === 'pages' ? (
          <Thumbnails draw={thumbnail} position={position} onGoToPage={onGoToPage} />
        ) : (
          <OutlineList items={outline} page={position.page} onGoToPage={go} />
        )}
      </div>
    </>
  );
}

/** Null while the outline loads. An outline that cannot be read counts as empty. */
function useOutline({ outline }: OpenViewer): readonly OutlineItem[] | null {
  const [items, setItems] = useState<readonly OutlineItem[] | null>(null);
  useEffect(() => {
    let isCancelled = false;
    const show = (read: readonly OutlineItem[]) => {
      if (!isCancelled) setItems(read);
    };
    (outline?.() ?? Promise.resolve([])).then(show, () => show([]));
    return () => {
      isCancelled = true;
    };
  }, [outline]);
  return items;
}
