import { createKeyedStore } from '../platform/adapters/web/keyed-store.adapter.ts';
import { type PushRecord, pushRecordKey, type WorkerMessage } from '../platform/push/push.messages.ts';
import { noteIn, noticeOf } from './notice.ts';
import { renewSubscription } from './renewal.ts';

type Worker = ServiceWorkerGlobalScope;

const store = createKeyedStore('sealflow');
const record = () => store.get<PushRecord>(pushRecordKey).catch(() => undefined);

const pagesOf = ({ clients }: Worker) => clients.matchAll({ type: 'window', includeUncontrolled: true });

async function showPush(worker: Worker, data: PushMessageData | null): Promise<void> {
  const note = noteIn(data);
  const [known, pages] = await Promise.all([record(), pagesOf(worker)]);
  const isSeen = pages.some(({ visibilityState }) => visibilityState === 'visible');
  const language = known?.language ?? (worker.navigator.language.startsWith('zh') ? 'zh' : 'en');
  const { title, ...options } = noticeOf({ note, language, isSeen });
  // Browsers withdraw a subscription whose pushes show nothing: it is shown always, quietly before open eyes.
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
  // Told before it is brought to the front: one that the system keeps behind still leads there.
  page.postMessage({ kind: 'open', path } satisfies WorkerMessage);
  await page.focus().catch(() => undefined);
}

/** Shows pushes, leads from a pressed notification to its screen, and renews a subscription that the browser ends. */
export function answerPushes(worker: Worker): void {
  worker.addEventListener('push', (event) => event.waitUntil(showPush(worker, event.data)));
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const { path } = (event.notification.data ?? {}) as { readonly path?: string };
    event.waitUntil(openScreen(worker, path ?? '/'));
  });
  worker.addEventListener('pushsubscriptionchange', (event) =>
    event.waitUntil(renewSubscription({ worker, store, ended: event.oldSubscription })),
  );
}
