import { useCallback, useEffect } from 'react';
import { create } from 'zustand';
import { usePlatform } from '../../platform/index.ts';
import { useIsWide } from '../navigation/pane.hook.ts';

export type DeviceSwitch = 'singleKeys' | 'queueNext' | 'pagePairs';

/** Undefined until the preference has been read; null if the person has not chosen. */
const useSwitches = create<Partial<Readonly<Record<DeviceSwitch, boolean | null>>>>(() => ({}));

/** A setting of this device that is on or off; null until the person chooses. */
export function useDeviceSwitch(
  name: DeviceSwitch,
): readonly [value: boolean | null, set: (value: boolean) => void] {
  const { preferences } = usePlatform();
  const value = useSwitches((state) => state[name]);
  useEffect(() => {
    if (value !== undefined) return;
    const read = async () => {
      const stored = await preferences.get(name);
      if (useSwitches.getState()[name] === undefined)
        useSwitches.setState({ [name]: stored === null ? null : stored === 'true' });
    };
    void read();
  }, [preferences, name, value]);
  const set = useCallback(
    (next: boolean) => {
      useSwitches.setState({ [name]: next });
      void preferences.set(name, String(next));
    },
    [preferences, name],
  );
  return [value ?? null, set];
}

/** Whether shortcuts of a single character are on; they are unless they were switched off. */
export function useSingleKeys(): readonly [isOn: boolean, set: (value: boolean) => void] {
  const [value, set] = useDeviceSwitch('singleKeys');
  return [value ?? true, set];
}

/** Whether the next task opens after a decision: as the person chose, otherwise on wide screens. */
export function useQueueChoice(): readonly [isOn: boolean, set: (value: boolean) => void] {
  const [choice, set] = useDeviceSwitch('queueNext');
  const isWide = useIsWide();
  return [choice ?? isWide, set];
}

/** Whether documents with pages show two of them side by side where there is room; off until it is chosen. */
export function usePagePairsChoice(): readonly [isOn: boolean, set: (value: boolean) => void] {
  const [value, set] = useDeviceSwitch('pagePairs');
  return [value ?? false, set];
}

/** Reads the switches again, as a page does that has just been loaded. */
export const resetDeviceSwitches = (): void => useSwitches.setState({}, true);
