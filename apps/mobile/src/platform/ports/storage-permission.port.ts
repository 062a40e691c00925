/** `prompt` before the system has asked, `refused` after a no that it still lets be changed. */
export type StoragePermission = 'granted' | 'prompt' | 'refused';

/** Whether the app may read and write the device's shared files; Android alone asks for it (section 6). */
export type StoragePermissionPort = {
  state(): Promise<StoragePermission>;
  /** Lets the system ask, or answers at once where it no longer asks. */
  request(): Promise<'granted' | 'refused'>;
};
