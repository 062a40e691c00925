import { type ReactNode, useEffect } from 'react';
import type { Location, To } from './address.rules.ts';
import {
  LocationContext,
  type NavigateOptions,
  NavigationContext,
  type Navigator,
  useNavigate,
} from './navigation.hook.ts';

type RouterProps = {
  readonly location: Location;
  readonly navigator: Navigator;
  readonly children: ReactNode;
};

/** Provides an address and its navigator to a part of the page. */
export const Router = ({ location, navigator, children }: RouterProps) => (
  <NavigationContext value={navigator}>
    <LocationContext value={location}>{children}</LocationContext>
  </NavigationContext>
);

type NavigateProps = NavigateOptions & { readonly to: To };

/** Navigates as soon as it is mounted. */
export function Navigate({ to, replace = false, state }: NavigateProps) {
  const navigate = useNavigate();
  // Each render may create an equal target.
  const target = JSON.stringify(to);
  useEffect(() => {
    navigate(JSON.parse(target) as To, { replace, state });
  }, [navigate, target, replace, state]);
  return null;
}
