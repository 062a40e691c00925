import { CheckIcon } from '@sealflow/ui/icons.component.tsx';
import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { List, ListRow } from '@sealflow/ui/lists/list.component.tsx';
import { EmptyState } from '@sealflow/ui/status/state.component.tsx';
import { sizeText } from '@sealflow/viewers/texts/sizes.ts';
import { useTexts } from '../../../i18n/index.ts';
import { useDocumentsContext } from '../../../platform/documents/documents-context.hook.ts';
import { paths } from '../../../shell/navigation/paths.rules.ts';
import { usePreviewLayer } from '../../../shell/navigation/preview-layer.hook.ts';
import { viewAddress } from '../../../shell/navigation/view.rules.ts';
import { ListState } from '../../../shell/notices/list-state.component.tsx';
import { useNavigate } from '../../../shell/router/index.ts';
import { Screen } from '../../../shell/screen.component.tsx';
import { useExportSealed } from './export-sealed.hook.ts';
import styles from './seal.module.css';
import { useSealedRecord } from './seal.queries.ts';

type SealedPageProps = { readonly fileID: string; readonly onAnother: () => void };

/** The sealed file, and the actions for it. */
export function SealedPage({ fileID, onAnother }: SealedPageProps) {
  const { shell, seal } = useTexts();
  const context = useDocumentsContext();
  const navigate = useNavigate();
  const { openRecord } = usePreviewLayer();
  const { data: record, error, isPending, isFetching, refetch } = useSealedRecord(context, fileID);
  const { canShare, share, save } = useExportSealed(context, record ?? null);
  const apply = () => navigate(viewAddress(paths.work, 'apply', { file: fileID }));
  return (
    <Screen
      title={shell.views.seal}
      bottom={
        <>
          <Button onClick={onAnother}>{seal.another}</Button>
          {record ? (
            <Button variant="primary" onClick={() => openRecord(fileID)}>
              {seal.open}
            </Button>
          ) : null}
        </>
      }
    >
      <ListState
        pending={isPending}
        error={error}
        retrying={isFetching}
        onRetry={() => void refetch()}
        count={record ? 1 : 0}
        empty={<EmptyState title={seal.gone} hint={seal.goneHint} />}
      >
        <section className={styles.done} aria-label={seal.done}>
          <span className={styles.doneIcon}>
            <CheckIcon size={48} />
          </span>
          <p className={styles.doneTitle}>{seal.done}</p>
          <p className={styles.name}>{record?.fileWholeName}</p>
          <p className={styles.soft}>{sizeText(record?.fileSize ?? 0)}</p>
          <p className={styles.soft}>{seal.doneHint}</p>
        </section>
        <List aria-label={seal.done}>
          {canShare ? <ListRow title={seal.share} detail={seal.shareHint} onPress={share} chevron /> : null}
          <ListRow title={seal.save} detail={seal.saveHint} onPress={save} chevron />
          <ListRow title={seal.apply} detail={seal.applyHint} onPress={apply} chevron />
        </List>
      </ListState>
    </Screen>
  );
}
