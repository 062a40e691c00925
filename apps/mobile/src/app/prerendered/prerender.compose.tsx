import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { applyLanguage } from '../../i18n/index.ts';
import { createMemoryPlatform } from '../../platform/adapters/memory/index.ts';
import { paths } from '../../shell/navigation/paths.rules.ts';
import { App } from '../app.component.tsx';
import { createServices } from '../services.compose.ts';
import { type FormVariant, formVariants, templateId } from './prerendered-form.rules.ts';

/** What the app reads of a page in its first render. */
const page = {
  location: { pathname: paths.pwdlogin, search: '', hash: '', origin: 'https://localhost' },
  history: { state: null, replaceState: () => undefined },
};

/** Fizz puts preloads of the images before the markup. The form's image is small, and the root has no place for them. */
const preloads = /^(?:<link[^>]*>)+/;

async function markupOf({ language, hasPassword }: FormVariant): Promise<string> {
  const platform = createMemoryPlatform();
  if (hasPassword) await platform.preferences.set('haveResetPwd', 'true');
  await applyLanguage(language);
  const services = createServices({ platform, announce: () => undefined });
  await services.session.start();
  const app = (
    <StrictMode>
      <App platform={platform} services={services} consentGiven isSessionStarted />
    </StrictMode>
  );
  const { prelude } = await prerender(app, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => {
      throw error;
    },
  });
  return (await new Response(prelude).text()).replace(preloads, '');
}

/** The markup of the sign-in form for each variant, by the id of its template. The build runs this once. */
export async function prerenderForms(): Promise<Readonly<Record<string, string>>> {
  Object.assign(globalThis, { window: page, document: { documentElement: {} } });
  const forms: Record<string, string> = {};
  for (const variant of formVariants()) forms[templateId(variant)] = await markupOf(variant);
  return forms;
}
