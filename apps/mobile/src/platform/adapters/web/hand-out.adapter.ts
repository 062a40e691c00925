/** The bytes as they lie: what is sealed leaves sealed, what an approval released leaves as it was released. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has taken the file by then; what it reads afterwards it reads from its own handle.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Offers a copy to other apps. @returns false where the browser shares no files, or none of this kind. */
export async function offerFile(stored: Blob, name: string): Promise<boolean> {
  const files = [new File([stored], name, { type: 'application/octet-stream' })];
  // Neither is in every browser that we serve.
  const canShare = (navigator as Partial<Navigator>).canShare?.({ files }) === true;
  if (!canShare) return false;
  try {
    await navigator.share({ files, title: name });
    return true;
  } catch (error) {
    // A browser can say that it shares files, and then have a list of endings.
    return error instanceof DOMException && error.name === 'AbortError';
  }
}

/** What a browser offers to do with a copy of a file, from the file's bytes. */
export const outsideOfBrowser = (blob: (path: string) => Promise<Blob>) => ({
  outside: { share: 'share' in navigator, open: false },
  handOut: async (path: string, name: string) => {
    saveFile(await blob(path), name);
    return 'saved' as const;
  },
  handOutBytes: async (bytes: Uint8Array<ArrayBuffer>, name: string) => {
    saveFile(new Blob([bytes]), name);
    return 'saved' as const;
  },
  share: async (path: string, name: string) => offerFile(await blob(path), name),
  // A page cannot choose who opens what it hands out.
  openElsewhere: async () => false,
});
