import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { List, ListRow } from '@sealflow/ui/lists/list.component.tsx';
import { SkeletonList } from '@sealflow/ui/status/skeleton.component.tsx';
import { ErrorState } from '@sealflow/ui/status/state.component.tsx';
import { sizeText } from '@sealflow/viewers/texts/sizes.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTexts } from '../../i18n/index.ts';
import {
  declinePreload,
  removeEngineForGood,
  useEnginePreload,
} from '../../platform/exact-pages/engine-preload.store.ts';
import { usePlatform } from '../../platform/index.ts';
import { useSignedIn } from '../../platform/session/index.ts';
import { confirm } from '../../shell/dialogs/confirm.store.ts';
import { showSnackbar } from '../../shell/notices/snackbar.store.ts';
import { Screen } from '../../shell/screen.component.tsx';
import styles from './mine.module.css';
import { clearDocuments, clearUpdates, measureStorage, type StorageUsage } from './storage.usecases.ts';

const storageKey = ['account', 'storage'] as const;

/** The storage used on this device, with actions to clear it. */
export default function StorageScreen() {
  const { mine, shell, common } = useTexts();
  const platform = usePlatform();
  const { account } = useSignedIn();
  const usage = useQuery({
    queryKey: storageKey,
    queryFn: () => measureStorage(platform, account.aid),
    staleTime: 0,
  });
  return (
    <Screen title={shell.views.storage}>
      {usage.data ? <UsageRows usage={usage.data} /> : null}
      {usage.isPending ? <SkeletonList label={common.loading} rows={3} /> : null}
      {usage.isError && !usage.data ? (
        <ErrorState
          text={mine.storageFailed}
          retryLabel={common.retry}
          retrying={usage.isFetching}
          onRetry={() => void usage.refetch()}
        />
      ) : null}
    </Screen>
  );
}

function UsageRows({ usage }: { readonly usage: StorageUsage }) {
  const { mine, diagnostics } = useTexts();
  const clearing = useClearing();
  const { documents, updates, exactEngineBytes, total, available, state } = usage;
  const bytes = (size: number | null) => (size === null ? '' : sizeText(size));
  return (
    <>
      <List>
        <ListRow
          title={mine.storageDocuments}
          detail={mine.storageDocumentCount(documents.count, sizeText(documents.bytes))}
          trailing={
            <Button loading={clearing.isPending} onClick={() => void clearing.confirmAndClear()}>
              {mine.clearDocuments}
            </Button>
          }
        />
        {updates.count === 0 ? null : (
          <ListRow
            title={mine.storageUpdates}
            detail={sizeText(updates.bytes)}
            trailing={<Button onClick={() => clearing.updates()}>{mine.clearUpdates}</Button>}
          />
        )}
        <ExactEngineRow bytes={exactEngineBytes} remove={clearing.exactEngine} />
        {total === null ? null : <ListRow title={mine.storageTotal} trailing={bytes(total)} />}
        {available === null ? null : <ListRow title={mine.storageAvailable} trailing={bytes(available)} />}
        <ListRow title={diagnostics.storage} trailing={diagnostics.storageKinds[state.kind]} />
      </List>
      <p className={styles.lead}>
        <Lifetime usage={usage} />
      </p>
    </>
  );
}

type ExactEngineRowProps = { readonly bytes: number; readonly remove: () => void };

/** The engine of exact pages with its deletion, or the end of its download in advance. */
function ExactEngineRow({ bytes, remove }: ExactEngineRowProps) {
  const { mine, common } = useTexts();
  const { preferences } = usePlatform();
  const { progress } = useEnginePreload();
  if (progress !== null) {
    return (
      <ListRow
        title={mine.storageExactEngine}
        detail={mine.exactEnginePreload(Math.floor(100 * progress))}
        trailing={<Button onClick={() => void declinePreload(preferences)}>{common.cancel}</Button>}
      />
    );
  }
  if (bytes === 0) return null;
  return (
    <ListRow
      title={mine.storageExactEngine}
      detail={sizeText(bytes)}
      trailing={<Button onClick={remove}>{mine.removeExactEngine}</Button>}
    />
  );
}

/** How long the data is retained, as far as the browser reports it. */
function Lifetime({ usage: { state, isPersistent } }: { readonly usage: StorageUsage }) {
  const { mine, notices } = useTexts();
  if (state.lifetime !== 'device') return notices.storageLifetimes[state.lifetime];
  return isPersistent ? mine.storageKept : mine.storageNotKept;
}

function useClearing() {
  const { mine } = useTexts();
  const platform = usePlatform();
  const { account } = useSignedIn();
  const client = useQueryClient();
  // Document lists have the account's key too.
  const refetchAccount = () => client.invalidateQueries({ queryKey: ['account'] });
  const showError = () => showSnackbar({ color: 'error', text: mine.storageFailed });
  const documents = useMutation({
    mutationFn: () => clearDocuments(platform, account.aid),
    onSuccess: () => showSnackbar({ color: 'success', text: mine.clearedDocuments }),
    onError: showError,
    onSettled: refetchAccount,
  });
  const updates = useMutation({
    mutationFn: () => clearUpdates(platform),
    onError: showError,
    onSettled: refetchAccount,
  });
  const exactEngine = useMutation({
    mutationFn: () => removeEngineForGood(platform.preferences),
    onError: showError,
    onSettled: refetchAccount,
  });
  const confirmAndClear = async () => {
    const yes = await confirm({
      title: mine.clearDocumentsTitle,
      text: mine.clearDocumentsText,
      confirmLabel: mine.clearDocuments,
      danger: true,
    });
    if (yes) documents.mutate();
  };
  return {
    confirmAndClear,
    updates: () => updates.mutate(),
    exactEngine: () => exactEngine.mutate(),
    isPending: documents.isPending,
  };
}
