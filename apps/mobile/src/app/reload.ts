import { limits } from '@sealflow/domain/limits';

/** Opens the page anew, but only where the service has one to give: offline it would leave the browser's own error. */
export async function reloadIfServed(): Promise<void> {
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(), limits.signInTimeout);
  try {
    const answer = await fetch('/', { method: 'HEAD', cache: 'no-store', signal: end.signal });
    if (answer.ok) window.location.reload();
  } catch {
    // The failure is on the screen already, with its way on.
  } finally {
    clearTimeout(timer);
  }
}
