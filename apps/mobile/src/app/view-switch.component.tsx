import { useLongWait } from '@sealflow/ui/status/long-wait.hook.ts';
import { SkeletonList } from '@sealflow/ui/status/skeleton.component.tsx';
import { type ComponentType, Suspense } from 'react';
import { useFirstTexts } from '../i18n/index.ts';
import { useScreenLoadMark } from '../shell/navigation/heading-focus.hook.ts';
import { viewNameIn } from '../shell/navigation/view.rules.ts';
import { useLocation } from '../shell/router/index.ts';
import { ErrorBoundary } from './error-boundary.component.tsx';
import { FallbackScreen } from './fallback-screen.component.tsx';
import { views } from './screens.compose.ts';

type ViewSwitchProps = { readonly path: string; readonly screen: ComponentType };

/** Renders the screen of a path, or the view that the query names; a failure in one does not affect the others. */
export function ViewSwitch({ path, screen: Screen }: ViewSwitchProps) {
  const { search } = useLocation();
  const view = viewNameIn(search) ?? '';
  const viewsOfPath: Readonly<Record<string, ComponentType>> | undefined = views[path];
  const View = viewsOfPath?.[view] ?? Screen;
  return (
    <ErrorBoundary key={`${path}?${view}`}>
      <Suspense fallback={<ScreenLoading />}>
        <View />
      </Suspense>
    </ErrorBoundary>
  );
}

/** Shown while a screen's code loads: nothing in the first moment, then placeholders and a way back. */
export function ScreenLoading() {
  const { common } = useFirstTexts();
  useScreenLoadMark();
  if (!useLongWait(true)) return null;
  return (
    <FallbackScreen>
      <SkeletonList label={common.loading} />
    </FallbackScreen>
  );
}
