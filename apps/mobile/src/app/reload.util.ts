import { limits } from '@sealflow/domain/limits';

/** Reloads the page if the service can serve it: an offline reload would show the browser's own error page. */
export async function reloadIfServed(): Promise<void> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), limits.signInTimeoutMs);
  try {
    const answer = await fetch('/', { method: 'HEAD', cache: 'no-store', signal: controller.signal });
    if (answer.ok) window.location.reload();
  } catch {
    // The screen already shows the failure and a way on.
  } finally {
    clearTimeout(timer);
  }
}
