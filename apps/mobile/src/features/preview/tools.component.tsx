import { useTexts } from '../../i18n/index.ts';
import { IconButton } from '../../ui/button.component.tsx';
import { FitIcon, ZoomInIcon, ZoomOutIcon } from './icons.component.tsx';
import styles from './preview.module.css';
import type { Place } from './stage.hook.ts';

type PreviewToolsProps = {
  readonly place: Place;
  readonly onZoom: (step: 'in' | 'out' | 'fit') => void;
  readonly onJump: () => void;
};

export function PreviewTools({ place, onZoom, onJump }: PreviewToolsProps) {
  const { preview } = useTexts();
  const { page, pages } = place;
  return (
    <div className={styles.tools} role="toolbar" aria-label={preview.tools}>
      <IconButton label={preview.zoomOut} onClick={() => onZoom('out')}>
        <ZoomOutIcon />
      </IconButton>
      <IconButton label={preview.zoomFit} onClick={() => onZoom('fit')}>
        <FitIcon />
      </IconButton>
      <IconButton label={preview.zoomIn} onClick={() => onZoom('in')}>
        <ZoomInIcon />
      </IconButton>
      {pages > 1 ? (
        <button
          type="button"
          className={styles.pageButton}
          aria-label={`${preview.pageOf(page, pages)}, ${preview.jump}`}
          onClick={onJump}
        >
          {preview.pageShort(page, pages)}
        </button>
      ) : null}
    </div>
  );
}
