import { createKeyedStore } from '../platform/adapters/web/keyed-store.util.ts';
import type { PushRecord, WorkerMessage } from '../platform/ports/push.port.ts';
import { pushRecordKey } from '../platform/push/push-messages.rules.ts';
import { notificationOf, parsePushData } from './notification.rules.ts';
import { renewSubscription } from './push-renewal.usecases.ts';

type Worker = ServiceWorkerGlobalScope;
type NoticeData = { readonly path: string; readonly pathByAction: Readonly<Record<string, string>> };

const store = createKeyedStore('sealflow');
const readRecord = () => store.get<PushRecord>(pushRecordKey).catch(() => undefined);

const pagesOf = ({ clients }: Worker) => clients.matchAll({ type: 'window', includeUncontrolled: true });

async function showPush(worker: Worker, data: PushMessageData | null): Promise<void> {
  const note = parsePushData(data);
  const [storedRecord, pages] = await Promise.all([readRecord(), pagesOf(worker)]);
  const isAppVisible = pages.some(({ visibilityState }) => visibilityState === 'visible');
  const language = storedRecord?.language ?? (worker.navigator.language.startsWith('zh') ? 'zh' : 'en');
  const { title, ...options } = notificationOf({ note, language, isAppVisible });
  // Browsers end a subscription whose pushes show no notification: it is always shown, silently if the app is
  // visible.
  await worker.registration.showNotification(title, options);
  if (note === null) return;
  for (const page of pages) page.postMessage({ kind: 'push', note } satisfies WorkerMessage);
}

async function openScreen(worker: Worker, path: string): Promise<void> {
  const pages = await pagesOf(worker);
  const page = pages.find(({ focused }) => focused) ?? pages[0];
  if (page === undefined) {
    await worker.clients.openWindow(path);
    return;
  }
  // Before the focus: a page that the system does not bring to the front still navigates.
  page.postMessage({ kind: 'open', path } satisfies WorkerMessage);
  await page.focus().catch(() => undefined);
}

/** Shows push messages, opens the screen of a pressed notification, and renews a subscription that the browser ends. */
export function handlePushes(worker: Worker): void {
  worker.addEventListener('push', (event) => event.waitUntil(showPush(worker, event.data)));
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const { path = '/', pathByAction } = (event.notification.data ?? {}) as Partial<NoticeData>;
    event.waitUntil(openScreen(worker, pathByAction?.[event.action] ?? path));
  });
  worker.addEventListener('pushsubscriptionchange', (event) =>
    event.waitUntil(renewSubscription({ worker, store, oldSubscription: event.oldSubscription })),
  );
}
