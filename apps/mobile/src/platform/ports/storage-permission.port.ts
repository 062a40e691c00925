/** `prompt`: the system has not asked yet; `refused`: denied, and the user may still change it. */
export type StoragePermission = 'granted' | 'prompt' | 'refused';

/** Permission for the device's shared files; only Android requires it (section 6). */
export type StoragePermissionPort = {
  state(): Promise<StoragePermission>;
  /** Shows the system's prompt, or resolves at once where the system no longer shows it. */
  request(): Promise<'granted' | 'refused'>;
};
