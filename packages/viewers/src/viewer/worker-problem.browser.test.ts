import { describe, expect, it } from 'vitest';
import type { ViewerError } from './viewer.types.ts';
import { workerProblemOf } from './worker-problem.rules.ts';

/** Problem that a worker with this script reports. */
function problemOf(script: string): Promise<ViewerError> {
  return new Promise((resolve) => {
    const worker = new Worker(`data:text/javascript,${encodeURIComponent(script)}`, { type: 'module' });
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      worker.terminate();
      resolve(workerProblemOf(event));
    });
  });
}

describe('workerProblemOf', () => {
  it('returns viewerNotLoaded when the script of the worker does not load', async () => {
    const missing = new URL('/no-such-script.js', window.location.href.replace(/^http:/, 'https:'));
    expect((await problemOf(`import '${missing.href}';`)).code).toBe('viewerNotLoaded');
  });

  it('returns unreadable when the worker throws', async () => {
    expect((await problemOf('throw new Error("broken");')).code).toBe('unreadable');
  });
});
