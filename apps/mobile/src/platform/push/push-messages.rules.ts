import type { WorkerMessage } from '../ports/push.port.ts';

/** Whether the path stays on this origin: browsers read two slashes as another host, also with a tab in between. */
const isAddress = (path: unknown): boolean =>
  typeof path === 'string' && /^\/(?![/\\])/.test(path.replaceAll(/[\t\n\r]/g, ''));

/** False for the service worker's requests for media, which are not messages to the user. */
export const isWorkerMessage = (data: unknown): data is WorkerMessage => {
  const { kind, path, note } = (data ?? {}) as Readonly<Record<string, unknown>>;
  if (kind === 'open') return isAddress(path);
  return kind === 'push' && typeof note === 'object' && note !== null;
};

/** Key of the `PushRecord` in the store that pages and service worker share. */
export const pushRecordKey = 'push';
