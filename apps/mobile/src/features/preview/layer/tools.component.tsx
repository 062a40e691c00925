import { IconButton } from '@sealflow/ui/inputs/button.component.tsx';
import type { OpenViewer } from '@sealflow/viewers/viewer/viewer.types.ts';
import { useTexts } from '../../../i18n/index.ts';
import {
  canEnterFullScreen,
  enterFullScreen,
  leaveFullScreen,
  startPresenting,
  useFullScreen,
} from '../../../shell/navigation/full-screen.store.ts';
import { useIsWide } from '../../../shell/navigation/pane.hook.ts';
import { useShortcutProps } from '../../../shell/shortcuts/shortcut-props.hook.ts';
import { useShortcut } from '../../../shell/shortcuts/shortcuts.store.ts';
import type { ExactPages } from '../exact/exact-pages.hook.ts';
import {
  ContentsIcon,
  ExactPagesIcon,
  FitIcon,
  FullScreenIcon,
  LeaveFullScreenIcon,
  PagePairsIcon,
  PresenterIcon,
  RotateIcon,
  ZoomInIcon,
  ZoomOutIcon,
} from '../icons.component.tsx';
import type { PagePosition } from '../navigation/page-jump.component.tsx';
import type { PagePairs } from '../navigation/page-pairs.hook.ts';
import styles from './tools.module.css';

type PreviewToolsProps = {
  readonly viewer: OpenViewer;
  readonly position: PagePosition;
  readonly exact: ExactPages;
  readonly pairs: PagePairs;
  readonly onOpen: (what: 'jump' | 'contents') => void;
};

/** The toolbar of a document; it contains only tools that the document supports. */
export function PreviewTools({ viewer, position, exact, pairs, onOpen }: PreviewToolsProps) {
  const { preview } = useTexts();
  const { zoom, rotate, goTo, outline, thumbnail } = viewer;
  const { page, pageCount } = position;
  const hasContents = outline !== undefined || (thumbnail !== undefined && pageCount > 1);
  const hasPages = goTo !== undefined && pageCount > 1;
  // An odd last page has no page beside it.
  const right = pairs.isOn && page < pageCount ? page + 1 : null;
  const pageText = right === null ? preview.pageOf(page, pageCount) : preview.pagesOf(page, right, pageCount);
  const fullScreen = useFullScreenTools(viewer);
  const hasExactPages = exact.phase !== 'unavailable' && exact.phase !== 'off';
  if (!zoom && !rotate && !hasContents && !hasPages && !hasExactPages && !fullScreen) return null;
  return (
    <div className={styles.tools} role="toolbar" aria-label={preview.tools}>
      {hasContents ? (
        <IconButton label={preview.contents} onClick={() => onOpen('contents')}>
          <ContentsIcon />
        </IconButton>
      ) : null}
      {hasExactPages ? <ExactPagesButton exact={exact} /> : null}
      {pairs.toggle ? (
        <IconButton
          label={preview.pairs}
          className={styles.toggle}
          aria-pressed={pairs.isOn}
          onClick={pairs.toggle}
        >
          <PagePairsIcon />
        </IconButton>
      ) : null}
      {rotate ? (
        <IconButton label={preview.rotate} onClick={rotate}>
          <RotateIcon />
        </IconButton>
      ) : null}
      {hasPages ? (
        <button
          type="button"
          className={styles.pageButton}
          aria-label={`${pageText}, ${preview.jump}`}
          onClick={() => onOpen('jump')}
        >
          {right === null ? preview.pageShort(page, pageCount) : preview.pagesShort(page, right, pageCount)}
        </button>
      ) : null}
      {zoom ? (
        <>
          <IconButton label={preview.zoomOut} onClick={() => zoom('out')}>
            <ZoomOutIcon />
          </IconButton>
          <IconButton label={preview.zoomFit} onClick={() => zoom('fit')}>
            <FitIcon />
          </IconButton>
          <IconButton label={preview.zoomIn} onClick={() => zoom('in')}>
            <ZoomInIcon />
          </IconButton>
        </>
      ) : null}
      {fullScreen}
    </div>
  );
}

/** The buttons of a wide screen that give the document more of it; null where there are none. */
function useFullScreenTools(viewer: OpenViewer) {
  const { preview } = useTexts();
  const { isFull } = useFullScreen();
  const isWide = useIsWide();
  const canPresent = isWide && viewer.present !== undefined;
  const canFill = isWide && canEnterFullScreen();
  const toggle = isFull ? leaveFullScreen : enterFullScreen;
  const label = isFull ? preview.leaveFullScreen : preview.fullScreen;
  const fullScreenKey = useShortcutProps('fullScreen', label);
  const presentKey = useShortcutProps('present', preview.present);
  useShortcut('fullScreen', canFill ? toggle : null);
  useShortcut('present', canPresent ? startPresenting : null);
  if (!canPresent && !canFill) return null;
  return (
    <>
      {canPresent ? (
        <IconButton label={preview.present} {...presentKey} onClick={startPresenting}>
          <PresenterIcon />
        </IconButton>
      ) : null}
      {canFill ? (
        <IconButton label={label} {...fullScreenKey} onClick={toggle}>
          {isFull ? <LeaveFullScreenIcon /> : <FullScreenIcon />}
        </IconButton>
      ) : null}
    </>
  );
}

function ExactPagesButton({ exact }: { readonly exact: ExactPages }) {
  const { preview } = useTexts();
  const isExact = exact.phase === 'exact';
  return (
    <IconButton
      label={isExact ? preview.exact.showLight : preview.exact.show}
      onClick={isExact ? exact.showLight : exact.start}
    >
      <ExactPagesIcon />
    </IconButton>
  );
}
