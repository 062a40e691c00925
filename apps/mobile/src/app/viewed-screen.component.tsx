import type { ComponentType } from 'react';
import { useLocation } from 'react-router';
import { views } from './screens.ts';
import { viewIn } from './shell/view.hook.ts';

type ViewedScreenProps = { readonly path: string; readonly screen: ComponentType };

/** The screen of a path, or the view of it that the query names. */
export function ViewedScreen({ path, screen: Screen }: ViewedScreenProps) {
  const { search } = useLocation();
  const of: Readonly<Record<string, ComponentType>> | undefined = views[path];
  const View = of?.[viewIn(search) ?? ''] ?? Screen;
  return <View />;
}
