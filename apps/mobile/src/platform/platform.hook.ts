import { createContext, useContext } from 'react';
import type { Platform } from './ports/platform.port.ts';

/** Boot provides the loaded platform here, tests provide the memory one. */
export const PlatformContext = createContext<Platform | null>(null);

export function usePlatform(): Platform {
  const platform = useContext(PlatformContext);
  if (platform === null) throw new Error('no platform above this component');
  return platform;
}
