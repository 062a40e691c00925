/** Downloads the stored bytes unchanged: a sealed file stays sealed, a released file stays released. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has opened the file by then and reads from its own handle.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/**
 * Offers a copy to other apps.
 * @returns false if the browser cannot share files, or none of this kind.
 */
export async function shareFile(stored: Blob, name: string): Promise<boolean> {
  const files = [new File([stored], name, { type: 'application/octet-stream' })];
  // Not every supported browser has these methods.
  const canShare = (navigator as Partial<Navigator>).canShare?.({ files }) === true;
  if (!canShare) return false;
  try {
    await navigator.share({ files, title: name });
    return true;
  } catch (error) {
    // Some browsers report that they can share files, yet reject by file extension.
    return error instanceof DOMException && error.name === 'AbortError';
  }
}

/** Ways to export a copy of a file from a browser, given access to the file's bytes. */
export const browserFileExport = (blob: (path: string) => Promise<Blob>) => ({
  externalApps: { share: 'share' in navigator, open: false },
  exportCopy: async (path: string, name: string) => {
    saveFile(await blob(path), name);
    return 'saved' as const;
  },
  exportBytes: async (bytes: Uint8Array<ArrayBuffer>, name: string) => {
    saveFile(new Blob([bytes]), name);
    return 'saved' as const;
  },
  share: async (path: string, name: string) => shareFile(await blob(path), name),
  // A page cannot choose the app that opens a file.
  openInOtherApp: async () => false,
});
