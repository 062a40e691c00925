import { type ComponentType, Suspense } from 'react';
import { useLocation } from 'react-router';
import { viewNameIn } from '../shell/navigation/view.rules.ts';
import { ErrorBoundary } from './error-boundary.component.tsx';
import { ScreenLoading } from './screen-loading.component.tsx';
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
