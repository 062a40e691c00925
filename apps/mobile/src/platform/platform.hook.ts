import { createContext, useContext } from 'react';
import type { Platform } from './ports/platform.port.ts';

/** The loaded platform; provided by `App`, in tests the memory platform. */
export const PlatformContext = createContext<Platform | null>(null);

export function usePlatform(): Platform {
  const platform = useContext(PlatformContext);
  if (platform === null) throw new Error('PlatformContext is missing');
  return platform;
}
