import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { useEscape } from '@sealflow/ui/overlays/escape.hook.ts';
import { EmptyState } from '@sealflow/ui/status/state.component.tsx';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { useDocumentsContext } from '../../platform/documents/documents-context.hook.ts';
import type { RecentSelection } from '../../platform/documents/recent-removals.repository.ts';
import { type PickedFile, usePlatform } from '../../platform/index.ts';
import { nextTask } from '../../platform/timing.util.ts';
import { confirm } from '../../shell/dialogs/confirm.store.ts';
import { useOpenFiles } from '../../shell/downloads/open-files.hook.ts';
import { DropZone } from '../../shell/file-drop/drop-zone.component.tsx';
import { useMultiSelectFocus } from '../../shell/lists/multi-select-focus.hook.ts';
import { useLeaveModeOnBack, usePane } from '../../shell/navigation/pane.hook.ts';
import { paths } from '../../shell/navigation/paths.rules.ts';
import { usePreviewLayer } from '../../shell/navigation/preview-layer.hook.ts';
import { viewAddress } from '../../shell/navigation/view.rules.ts';
import { ListState } from '../../shell/notices/list-state.component.tsx';
import { useRefreshDocuments } from '../../shell/refresh-documents.hook.ts';
import { useNavigate } from '../../shell/router/index.ts';
import { Screen } from '../../shell/screen.component.tsx';
import { DocumentSections, type RowAction } from './document-sections.component.tsx';
import { useDocumentOverview, useRunningDownloads } from './documents.queries.ts';
import { type DocumentOverview, selectedIDs } from './documents.usecases.ts';
import { useDocumentFilter } from './filter.hook.ts';
import { FilterBar } from './filter-bar.component.tsx';
import { ImportList } from './import-list.component.tsx';
import { usePins } from './pins.hook.ts';
import { useRemoval } from './removal.hook.ts';
import { RunningDownloads } from './running-downloads.component.tsx';
import { useCanSeal } from './seal/can-seal.hook.ts';
import { offerFilesToSeal } from './seal/seal-intake.store.ts';
import { isAllSelectedIn, type Selection, startSelection, toRecentSelection } from './selection.rules.ts';
import { SelectionBar } from './selection-bar.component.tsx';

const noDocuments: DocumentOverview = { pinned: [], total: 0 };

/** /document: the documents opened on this device or downloaded to it. */
export default function DocumentScreen() {
  const { shell, documents } = useTexts();
  const { picker } = usePlatform();
  const context = useDocumentsContext();
  const scroller = useRef<HTMLDivElement>(null);
  const { filter, text, setList, setText } = useDocumentFilter();
  const [selection, setSelection] = useState<Selection>(null);
  const { target, openRecord, openComparison } = usePreviewLayer();
  const { isBehind } = usePane();
  const openAll = useOpenFiles();
  const remove = useRemoval(context);
  const refresh = useRefreshDocuments();
  const { pin, unpin } = usePins(context, filter.list);
  const overview = useDocumentOverview(context, filter);
  // The rows render in slices between frames.
  const shownOverview = useDeferredValue(overview.data);
  const { pinned, total } = shownOverview ?? noDocuments;
  // Running downloads are no part of a search or a selection.
  const running = useRunningDownloads(
    context,
    filter.list === 'download' && filter.text === '' && selection === null,
  );
  const opened = target?.fileID;

  useLeaveModeOnBack(text !== '', () => setText(''));
  const restoreFocus = useMultiSelectFocus(selection !== null, {
    list: scroller,
    openerSelector: '[aria-haspopup="menu"]',
  });
  const endSelection = () => {
    restoreFocus();
    setSelection(null);
  };
  useLeaveModeOnBack(selection !== null, endSelection);
  useEscape(selection !== null && !isBehind, endSelection);
  // The document just opened moves to the top of the list.
  useEffect(() => {
    // In a task of its own: the effects of a mounted screen already fill one.
    if (opened === undefined) void nextTask().then(refresh);
  }, [opened, refresh]);

  const openFiles = (files: readonly PickedFile[]) => openAll(context, files, { onSingleFile: openRecord });
  const pick = () => void picker.pick({ multiple: true }).then(openFiles);
  const runOnSelected = (action: (records: RecentSelection) => unknown) => {
    const records = toRecentSelection(selection, filter);
    setSelection(null);
    if (records) void action(records);
  };
  const runOnRow = (action: RowAction, fileID: string) => {
    const records = { fileIDs: [fileID] };
    if (action === 'select') setSelection(startSelection(fileID));
    else if (action === 'remove') void remove(records);
    else if (action === 'pin') pin(records);
    else unpin(records);
  };
  const compareSelected = async () => {
    const [left, right] = await selectedIDs(context, selection, filter);
    if (left === undefined || right === undefined) return;
    setSelection(null);
    openComparison({ fileID: left, flowFile: null }, { fileID: right, flowFile: null });
  };
  const clear = async () => {
    const yes = await confirm({
      title: documents.clearQuestion,
      text: pinned.length > 0 ? documents.clearTextPinned : documents.clearText,
      confirmLabel: documents.clearHistory,
      danger: true,
    });
    if (yes) await remove({ all: { list: filter.list, text: '' }, except: [] });
  };
  const menu = {
    items: [
      { id: 'select', label: documents.select, disabled: total === 0 },
      { id: 'clear', label: documents.clearHistory, disabled: total === 0, danger: true },
    ],
    onSelect: (id: string) => {
      if (id === 'select') setSelection(startSelection());
      else void clear();
    },
  };
  const doneButton = (
    <Button variant="quiet" onClick={endSelection}>
      {documents.done}
    </Button>
  );

  return (
    <DropZone label={documents.dropHere} onFiles={(files) => void openFiles(files)}>
      <Screen
        title={shell.titles.document}
        back="none"
        scrollRef={scroller}
        {...(selection === null ? { menu } : { trailing: doneButton })}
        onRefresh={refresh}
        bottom={
          selection === null ? (
            <>
              <SealButton />
              <Button variant="primary" wide onClick={pick}>
                {documents.open}
              </Button>
            </>
          ) : (
            <SelectionBar
              selection={selection}
              total={total}
              isPinned={isAllSelectedIn(
                selection,
                pinned.map(({ fileID }) => fileID),
                total,
              )}
              onSelect={setSelection}
              onCompare={() => void compareSelected()}
              onPin={() => runOnSelected(pin)}
              onUnpin={() => runOnSelected(unpin)}
              onRemove={() => runOnSelected(remove)}
            />
          )
        }
      >
        <FilterBar
          list={filter.list}
          text={text}
          onList={(list) => {
            setSelection(null);
            setList(list);
          }}
          onText={(next) => {
            setSelection(null);
            setText(next);
          }}
        />
        {running.length > 0 ? <RunningDownloads context={context} downloads={running} /> : null}
        <ImportList />
        <ListState
          pending={shownOverview === undefined && overview.error === null}
          error={overview.error}
          errorText={documents.loadFailed}
          retrying={overview.isFetching}
          onRetry={() => void overview.refetch()}
          count={total}
          empty={running.length > 0 ? null : <EmptyDocuments list={filter.list} text={filter.text} />}
        >
          <DocumentSections
            key={`${filter.list}:${filter.text}`}
            context={context}
            filter={filter}
            overview={{ pinned, total }}
            scroller={scroller}
            selection={selection}
            onSelect={setSelection}
            onOpen={openRecord}
            onAction={runOnRow}
          />
        </ListState>
      </Screen>
    </DropZone>
  );
}

function EmptyDocuments({ list, text }: { readonly list: 'recent' | 'download'; readonly text: string }) {
  const { documents } = useTexts();
  if (text !== '')
    return <EmptyState title={documents.nothingFound(text)} hint={documents.nothingFoundHint} />;
  return list === 'recent' ? (
    <EmptyState title={documents.emptyRecent} hint={documents.emptyRecentHint} />
  ) : (
    <EmptyState title={documents.emptyDownload} hint={documents.emptyDownloadHint} />
  );
}

/** Opens the sealing screen, with the files dropped on it; hidden without the right to seal. */
function SealButton() {
  const { seal } = useTexts();
  const navigate = useNavigate();
  const isAllowed = useCanSeal();
  if (!isAllowed) return null;
  const open = () => navigate(viewAddress(paths.document, 'seal'));
  const openWith = (files: readonly PickedFile[]) => {
    offerFilesToSeal(files);
    open();
  };
  return (
    <DropZone label={seal.dropToSeal} isButton onFiles={openWith}>
      <Button wide onClick={open}>
        {seal.action}
      </Button>
    </DropZone>
  );
}
