import { Dialog as Base } from '@base-ui/react/dialog';
import { ModalHost } from '@sealflow/ui/overlays/dialog.component.tsx';
import { useTexts } from '../../../i18n/index.ts';
import { useDocumentsContext } from '../../../platform/documents/documents-context.hook.ts';
import type { PreviewTarget } from '../../../platform/documents/open-document.usecases.ts';
import { usePreviewLayer } from '../../../shell/navigation/preview-layer.hook.ts';
import styles from '../preview.module.css';
import { DocumentLayer } from './document-layer.component.tsx';
import { useTargetPreview } from './preview.hook.ts';

/**
 * The preview over the current screen. It has a history entry, so every kind of back navigation closes it.
 */
export default function PreviewLayer() {
  const { target, close } = usePreviewLayer();
  if (target === null) return null;
  return <OpenPreview key={target.fileID} target={target} close={close} />;
}

type OpenPreviewProps = { readonly target: PreviewTarget; readonly close: () => void };

function OpenPreview({ target, close }: OpenPreviewProps) {
  const { preview } = useTexts();
  const opened = useTargetPreview(useDocumentsContext(), target);
  return (
    <Base.Root open onOpenChange={(open) => (open ? undefined : close())} disablePointerDismissal>
      <Base.Portal>
        <Base.Popup className={styles.popup} aria-label={preview.title}>
          <DocumentLayer
            name={target.flowFile?.name ?? preview.title}
            fileID={target.fileID}
            preview={opened}
            onClose={close}
          />
          <ModalHost />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
