import { type ComponentType, Suspense } from 'react';
import { useLocation } from 'react-router';
import { Arriving } from './arriving.component.tsx';
import { ErrorBoundary } from './error-boundary.component.tsx';
import { views } from './screens.ts';
import { viewIn } from './shell/view.hook.ts';

type ViewedScreenProps = { readonly path: string; readonly screen: ComponentType };

/** Renders the screen of a path, or the view that the query names; a failure in one does not affect the others. */
export function ViewedScreen({ path, screen: Screen }: ViewedScreenProps) {
  const { search } = useLocation();
  const view = viewIn(search) ?? '';
  const of: Readonly<Record<string, ComponentType>> | undefined = views[path];
  const View = of?.[view] ?? Screen;
  return (
    <ErrorBoundary key={`${path}?${view}`}>
      <Suspense fallback={<Arriving />}>
        <View />
      </Suspense>
    </ErrorBoundary>
  );
}
