import { viewers as en } from '../../../i18n/en/viewers.ts';
import { sizeText } from '../../../i18n/sizes.ts';
import { viewers as zh } from '../../../i18n/zh/viewers.ts';
import { addStyle } from '../frame/add-style.viewer.ts';
import type { ShowFrame } from '../frame/frame.types.ts';
import css from './archive.css?inline';
import { archiveSearch } from './archive-search.viewer.ts';
import { type ArchiveItem, contentOf, isTooLarge, listZip, mostUnpacked } from './entries.adapter.ts';
import { type Row, rowList } from './rows.viewer.ts';
import { byName, type Folder, folderAt, partsOf, treeOf } from './tree.rules.ts';
import { unpackingNote } from './unpacking.viewer.ts';

/** Shows the content of a zip folder by folder. A file opens as a document in the preview. */
export const show: ShowFrame = async (root, source, options) => {
  const texts = (options.language === 'en' ? en : zh).archive;
  addStyle(css);
  root.removeAttribute('tabindex');
  const items = await listZip(source);
  const tree = treeOf(items);
  const day = new Intl.DateTimeFormat(options.language === 'en' ? 'en-GB' : 'zh-CN', { dateStyle: 'medium' });
  const path = document.createElement('nav');
  path.setAttribute('aria-label', texts.path);
  const summary = document.createElement('p');
  summary.className = 'summary';
  summary.setAttribute('role', 'status');
  const list = rowList(texts.list);
  root.append(path, summary, list.element);
  let here: Folder<ArchiveItem> = tree;
  let marked: ArchiveItem | null = null;

  const obstacleText = ({ obstacle }: ArchiveItem): string | null =>
    obstacle && (obstacle === 'tooLarge' ? texts.tooLarge(sizeText(mostUnpacked)) : texts[obstacle]);
  const say = (words: string) => {
    summary.textContent = words;
  };

  async function open(item: ArchiveItem) {
    const refusal = obstacleText(item);
    if (refusal !== null || item.entry === null) return say(`${item.name}: ${refusal ?? ''}`);
    const note = unpackingNote(root, texts, item);
    try {
      const content = await contentOf(source, item.entry, note);
      if (!note.signal.aborted) options.openPart({ name: item.name, content });
    } catch (error) {
      if (!note.signal.aborted) say(`${item.name}: ${isTooLarge(error) ? texts.bomb : texts.failed}`);
    } finally {
      note.end();
    }
  }

  function rowsOf(folder: Folder<ArchiveItem>): readonly Row[] {
    const folders = Array.from(folder.folders.values()).sort(byName);
    return [
      ...folders.map(
        (inner): Row => ({
          name: inner.name,
          note: '',
          label: texts.folder(inner.name),
          kind: 'folder',
          marked: false,
          press: () => enter(inner),
        }),
      ),
      ...folder.files.map((item): Row => {
        const size = sizeText(item.size);
        const facts = [size, item.date && day.format(item.date), obstacleText(item)].filter(Boolean);
        return {
          name: item.name,
          note: facts.join(' · '),
          label: [texts.file(item.name, size), obstacleText(item)].filter(Boolean).join('. '),
          kind: item.obstacle === null ? 'file' : 'shut',
          marked: item === marked,
          press: () => void open(item),
        };
      }),
    ];
  }
  function enter(folder: Folder<ArchiveItem>) {
    here = folder;
    const parts = partsOf(folder.path);
    const steps = [tree, ...parts.map((_, index) => folderAt(tree, parts.slice(0, index + 1).join('/')))];
    path.replaceChildren(
      ...steps.flatMap((step, index) => {
        if (step === null) return [];
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = index === 0 ? texts.root : step.name;
        if (step === folder) button.setAttribute('aria-current', 'location');
        button.addEventListener('click', () => enter(step));
        return [button];
      }),
    );
    path.scrollLeft = path.scrollWidth;
    folder.files.sort(byName);
    list.toTop();
    list.show(rowsOf(folder));
    const empty = folder.folders.size + folder.files.length === 0;
    const files = items.filter(({ isFolder }) => !isFolder);
    const total = files.reduce((sum, { size }) => sum + size, 0);
    if (empty) say(folder === tree ? texts.emptyArchive : texts.empty);
    else say(folder === tree ? texts.summary(files.length.toLocaleString(), sizeText(total)) : '');
  }
  enter(tree);
  options.onPage(1, 1);
  return {
    search: archiveSearch(items, (item) => {
      marked = item;
      const folder =
        item &&
        folderAt(
          tree,
          partsOf(item.path)
            .slice(0, item.isFolder ? undefined : -1)
            .join('/'),
        );
      if (folder && folder !== here) enter(folder);
      else list.show(rowsOf(here));
      if (item) list.goTo(here.folders.size + Math.max(0, here.files.indexOf(item)));
    }),
  };
};
