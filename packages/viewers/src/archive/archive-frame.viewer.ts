import { addStyle } from '../frame/add-style.viewer.ts';
import columnCss from '../frame/column.css?inline';
import type { ShowFrame } from '../frame/frame.types.ts';
import { viewers as en } from '../texts/en/viewers.ts';
import { sizeText } from '../texts/sizes.ts';
import { viewers as zh } from '../texts/zh/viewers.ts';
import css from './archive.css?inline';
import { type ArchiveItem, maxUnpackedBytes, WrongPasswordError } from './archive-item.rules.ts';
import { archiveSearch } from './archive-search.viewer.ts';
import { compareNames, type Folder, folderAt, folderTreeOf, segmentsOf } from './folder-tree.rules.ts';
import { maxPasswordAttempts, openPackedArchive } from './packed-archive.util.ts';
import { showUnpackingNotice } from './unpacking-notice.viewer.ts';
import { createVirtualList, type Row } from './virtual-list.viewer.ts';
import { isTooLarge, openZipArchive } from './zip-entries.util.ts';

/** Shows the content of an archive folder by folder. A file opens as a document in the preview. */
export const show: ShowFrame = async (root, source, options) => {
  const texts = (options.language === 'en' ? en : zh).archive;
  addStyle(columnCss, css);
  root.removeAttribute('tabindex');
  const archive = await (options.kind === 'zip'
    ? openZipArchive(source)
    : openPackedArchive(source, options));
  const { items } = archive;
  const tree = folderTreeOf(items);
  const dateFormat = new Intl.DateTimeFormat(options.language === 'en' ? 'en-GB' : 'zh-CN', {
    dateStyle: 'medium',
  });
  const path = document.createElement('nav');
  path.setAttribute('aria-label', texts.path);
  const summary = document.createElement('p');
  summary.className = 'summary';
  summary.setAttribute('role', 'status');
  const list = createVirtualList(texts.list);
  root.append(path, summary, list.element);
  let currentFolder: Folder<ArchiveItem> = tree;
  let marked: ArchiveItem | null = null;
  /** The password that opened an entry last; usually all entries have the same one. */
  let knownPassword: string | null = null;

  const obstacleText = ({ obstacle }: ArchiveItem): string | null =>
    obstacle && (obstacle === 'tooLarge' ? texts.tooLarge(sizeText(maxUnpackedBytes)) : texts[obstacle]);
  const nameOf = ({ name }: ArchiveItem) => name || texts.content;
  const setStatus = (words: string) => {
    summary.textContent = words;
  };

  async function open(item: ArchiveItem) {
    const obstacleMessage = obstacleText(item);
    if (obstacleMessage !== null) return setStatus(`${nameOf(item)}: ${obstacleMessage}`);
    let password = knownPassword;
    let failedAttempts = 0;
    for (;;) {
      const result = await unpack(item, password);
      if (result !== 'password') break;
      if (item.isEncrypted && password !== null && password !== knownPassword) failedAttempts += 1;
      knownPassword = null;
      if (failedAttempts >= maxPasswordAttempts) return setStatus(`${nameOf(item)}: ${texts.wrongPassword}`);
      password = await options.requestPassword(failedAttempts);
      if (password === null) return setStatus(`${nameOf(item)}: ${texts.noPassword}`);
    }
    knownPassword = password;
  }
  async function unpack(item: ArchiveItem, password: string | null): Promise<'password' | 'done'> {
    if (item.isEncrypted && password === null) return 'password';
    const note = showUnpackingNotice(root, texts, item);
    try {
      const content = await archive.contentOf(item, { ...note, password });
      if (!note.signal.aborted) options.openPart({ name: nameOf(item), content });
    } catch (error) {
      if (error instanceof WrongPasswordError) return 'password';
      if (!note.signal.aborted)
        setStatus(`${nameOf(item)}: ${isTooLarge(error) ? texts.bomb : texts.failed}`);
    } finally {
      note.remove();
    }
    return 'done';
  }

  function rowsOf(folder: Folder<ArchiveItem>): readonly Row[] {
    const folders = Array.from(folder.folders.values()).sort(compareNames);
    return [
      ...folders.map(
        (inner): Row => ({
          name: inner.name,
          note: '',
          label: texts.folder(inner.name),
          kind: 'folder',
          isMarked: false,
          onPress: () => openFolder(inner),
        }),
      ),
      ...folder.files.map((item): Row => {
        const size = sizeText(item.size);
        const facts = [size, item.date && dateFormat.format(item.date), obstacleText(item)].filter(Boolean);
        return {
          name: nameOf(item),
          note: facts.join(' · '),
          label: [texts.file(nameOf(item), size), obstacleText(item)].filter(Boolean).join('. '),
          kind: item.obstacle === null ? 'file' : 'shut',
          isMarked: item === marked,
          onPress: () => void open(item),
        };
      }),
    ];
  }
  function openFolder(folder: Folder<ArchiveItem>) {
    currentFolder = folder;
    const parts = segmentsOf(folder.path);
    const steps = [tree, ...parts.map((_, index) => folderAt(tree, parts.slice(0, index + 1).join('/')))];
    path.replaceChildren(
      ...steps.flatMap((step, index) => {
        if (step === null) return [];
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = index === 0 ? texts.root : step.name;
        if (step === folder) button.setAttribute('aria-current', 'location');
        button.addEventListener('click', () => openFolder(step));
        return [button];
      }),
    );
    path.scrollLeft = path.scrollWidth;
    folder.files.sort(compareNames);
    list.scrollToTop();
    list.show(rowsOf(folder));
    const empty = folder.folders.size + folder.files.length === 0;
    const files = items.filter(({ isFolder }) => !isFolder);
    const total = files.reduce((sum, { size }) => sum + size, 0);
    if (empty) setStatus(folder === tree ? texts.emptyArchive : texts.empty);
    else setStatus(folder === tree ? texts.summary(files.length.toLocaleString(), sizeText(total)) : '');
  }
  openFolder(tree);
  options.onPage(1, 1);
  return {
    search: archiveSearch(items, (item) => {
      marked = item;
      const folder =
        item &&
        folderAt(
          tree,
          segmentsOf(item.path)
            .slice(0, item.isFolder ? undefined : -1)
            .join('/'),
        );
      if (folder && folder !== currentFolder) openFolder(folder);
      else list.show(rowsOf(currentFolder));
      if (item) list.goTo(currentFolder.folders.size + Math.max(0, currentFolder.files.indexOf(item)));
    }),
  };
};
