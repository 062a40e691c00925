export type FileEntry = { readonly name: string; readonly kind: 'file' | 'folder' };
export type FileStat = { readonly size: number; readonly modifiedAt: number };

/**
 * The app's private files. Paths are relative, with `/` between the parts and without `.` or `..`; missing folders are
 * made by writing. A missing file rejects with `StorageError` code `storage.not_found`, except where said otherwise.
 */
export type FilesPort = {
  /** What the device offers to do with a copy outside of the app. */
  readonly outside: { readonly share: boolean; readonly open: boolean };
  /** Entries of a folder by name; a missing folder is empty. */
  list(folder: string): Promise<readonly FileEntry[]>;
  /** Null where there is no such file. */
  stat(path: string): Promise<FileStat | null>;
  /** Bytes from `offset`; fewer than `length` only at the end of the file. */
  readChunk(path: string, offset: number, length: number): Promise<Uint8Array>;
  /** The whole file for a form, which reads it by itself: without a copy in memory where the device can do that. */
  blob(path: string): Promise<Blob>;
  /**
   * Hands a copy to the person, outside of the app: `saved` in the browser's downloads or Android's documents, `offered`
   * where the system asks them where to.
   */
  handOut(path: string, name: string): Promise<'saved' | 'offered'>;
  /** Hands bytes to the person as `handOut` does, without a file of the app: none outlives the session. */
  handOutBytes(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<'saved' | 'offered'>;
  /**
   * Offers a copy to other apps. Asked for by a press of the person, or the device refuses.
   * @returns false where the device shares no files, or none of this kind; where the person thinks better of it, true.
   */
  share(path: string, name: string): Promise<boolean>;
  /**
   * Opens a copy with another app, under its name. Only for what may leave the app.
   * @returns false where no app takes it.
   */
  openElsewhere(path: string, name: string, mimeType: string): Promise<boolean>;
  appendChunk(path: string, bytes: Uint8Array): Promise<void>;
  /** Replaces the whole file. */
  write(path: string, bytes: Uint8Array): Promise<void>;
  /** Replaces what stands at `to`. */
  move(from: string, to: string): Promise<void>;
  /** A file, or a folder with everything in it; a missing one is no error. */
  remove(path: string): Promise<void>;
};
