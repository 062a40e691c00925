import { countDismissables, dismissTop } from '@sealflow/ui/overlays/dismiss.hook.ts';
import { applyTheme } from '@sealflow/ui/styles/theme.util.ts';
import { createRoot } from 'react-dom/client';
import { applyLanguage } from '../../src/i18n/index.ts';
import { createMemoryPlatform, type MemoryPlatform } from '../../src/platform/adapters/memory/index.ts';
import { useSessionStore } from '../../src/platform/session/index.ts';
import { type Answers, createFakeFetch } from '../session/answers.ts';
import '@sealflow/ui/styles/tokens.css';
import '@sealflow/ui/styles/base.css';
import { App } from '../../src/app/app.component.tsx';
import { createServices } from '../../src/app/services.compose.ts';

export type Mounted = {
  readonly platform: MemoryPlatform;
  readonly requests: readonly string[];
  readonly answers: Answers;
  readonly unmount: () => void;
};

type MountOptions = {
  readonly path?: string;
  readonly consent?: boolean;
  readonly answers?: Answers;
  readonly platform?: MemoryPlatform;
};

/** Mounts the whole app with a memory platform and a service that returns the given answers. */
export async function mountApp({
  path = '/',
  consent = true,
  answers = {},
  platform,
}: MountOptions = {}): Promise<Mounted> {
  const device = platform ?? createMemoryPlatform();
  const { send, requests } = createFakeFetch(answers);
  await applyLanguage('zh');
  applyTheme('light');
  useSessionStore.setState({ session: { phase: 'starting' } });
  window.history.replaceState(null, '', path);
  const element = document.createElement('div');
  element.id = 'root';
  document.body.append(element);
  const root = createRoot(element);
  const services = createServices({ platform: device, announce: () => undefined, fetch: send });
  root.render(<App platform={device} services={services} consentGiven={consent} />);
  return {
    platform: device,
    requests,
    answers,
    unmount: () => {
      root.unmount();
      element.remove();
      // The place of a dialog that closes by itself takes a back press for a while. The next test has its own.
      for (let left = countDismissables(); left > 0; left -= 1) dismissTop();
    },
  };
}
