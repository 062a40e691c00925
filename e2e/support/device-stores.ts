// The contents of a page’s stores in any browser. The functions run in the page.

/** Whether the local database has been written. */
export async function hasLocalDatabase(): Promise<boolean> {
  const databases = await indexedDB.databases();
  if (databases.some(({ name }) => name === 'sealflow-sql')) {
    const opened = indexedDB.open('sealflow-sql');
    await new Promise((resolve) => {
      opened.onsuccess = resolve;
    });
    const database = opened.result;
    const counted = database.transaction(['blocks']).objectStore('blocks').count();
    await new Promise((resolve) => {
      counted.onsuccess = resolve;
    });
    database.close();
    return counted.result > 0;
  }
  try {
    const folder = await navigator.storage.getDirectory();
    return (await (await folder.getFileHandle('edsAPP.db')).getFile()).size > 0;
  } catch {
    return false;
  }
}

/** The number of partially sealed files on the device. */
export async function countHalfSealed(): Promise<number> {
  const inFolder = async (folder: FileSystemDirectoryHandle): Promise<number> => {
    let count = 0;
    for await (const one of folder.values()) {
      if (one.kind !== 'directory') continue;
      const inner = await folder.getDirectoryHandle(one.name);
      if (one.name !== 'sealing') count += await inFolder(inner);
      else for await (const _ of inner.keys()) count += 1;
    }
    return count;
  };
  const inIndexedDb = async (): Promise<number> => {
    const databases = await indexedDB.databases();
    if (!databases.some(({ name }) => name === 'sealflow-files')) return 0;
    const opened = indexedDB.open('sealflow-files');
    await new Promise((resolve) => {
      opened.onsuccess = resolve;
    });
    const database = opened.result;
    const paths = database.transaction(['files']).objectStore('files').getAllKeys();
    await new Promise((resolve) => {
      paths.onsuccess = resolve;
    });
    database.close();
    return paths.result.filter((path) => typeof path === 'string' && path.includes('/sealing/')).length;
  };
  const root = await navigator.storage.getDirectory().catch(() => null);
  return (root === null ? 0 : await inFolder(root)) + (await inIndexedDb());
}
