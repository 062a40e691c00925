import { type ComponentType, Suspense } from 'react';
import { useLocation } from 'react-router';
import { Arriving } from './arriving.component.tsx';
import { ErrorBoundary } from './error-boundary.component.tsx';
import { views } from './screens.ts';
import { viewIn } from './shell/view.hook.ts';

type ViewedScreenProps = { readonly path: string; readonly screen: ComponentType };

/** The screen of a path, or the view of it that the query names; what fails in one fails there alone. */
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
