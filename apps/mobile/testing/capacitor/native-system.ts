import { emitToPage, NativeError, type PhoneStyle } from './bridge.ts';

const absent = async () => {
  throw new NativeError('UNIMPLEMENTED');
};

/** The native side of Network, App, Badge, SystemBars, Keyboard and the screen guard. */
export function nativeSystem(style: PhoneStyle) {
  const isIos = style === 'ios';
  const state = { connectionType: 'wifi', exits: 0, badge: 0, bars: '', isBlocked: false, mayBadge: !isIos };
  /** On iOS both methods request the permission if it is missing. Android needs none. */
  const setBadge = (count: number) => {
    if (isIos && !state.mayBadge) throw new Error('asked the person for the permission');
    state.badge = count;
  };
  const emitAppEvent = (event: string, data: object = {}) => emitToPage('App', { event, data });
  const block = (on: boolean) => {
    state.isBlocked = on;
  };
  const plugins = {
    Network: {
      getStatus: async () => ({
        // Android reports false if it reaches no server of Google, which is common in company networks.
        connected: isIos && state.connectionType !== 'none',
        connectionType: state.connectionType,
      }),
    },
    App: {
      exitApp: isIos
        ? absent
        : async () => {
            state.exits += 1;
          },
    },
    Badge: {
      isSupported: async () => ({ isSupported: true }),
      checkPermissions: async () => ({ display: state.mayBadge ? 'granted' : 'prompt' }),
      set: async ({ count }: { count: number }) => setBadge(count),
      clear: async () => setBadge(0),
    },
    SystemBars: {
      setStyle: async ({ style: bars }: { style: string }) => {
        state.bars = bars;
      },
    },
    Keyboard: {},
    ScreenGuard: { block: async ({ on }: { on: boolean }) => block(on) },
  };
  return {
    plugins,
    state,
    device: {
      setOnline: (online: boolean) => {
        state.connectionType = online ? 'wifi' : 'none';
        const data = { connected: online && isIos, connectionType: state.connectionType };
        emitToPage('Network', { event: 'networkStatusChange', data });
      },
      pressBack: () => {
        if (!isIos) emitAppEvent('backButton', { canGoBack: false });
      },
      exits: () => state.exits,
      badge: () => state.badge,
      barStyle: () =>
        state.bars === '' ? null : state.bars === 'DARK' ? ('dark' as const) : ('light' as const),
      setKeyboard: (isVisible: boolean) => {
        for (const when of ['Will', 'Did']) {
          const event = `keyboard${when}${isVisible ? 'Show' : 'Hide'}`;
          emitToPage('Keyboard', { event, data: isVisible ? { keyboardHeight: 300 } : {} });
        }
      },
      cover: () => (isIos ? emitAppEvent('appStateChange', { isActive: false }) : emitAppEvent('pause')),
      leave: () => {
        // iOS: inactive, then in the background. Android: paused, then stopped.
        if (isIos) emitAppEvent('appStateChange', { isActive: false });
        emitAppEvent('pause');
        if (!isIos) emitAppEvent('appStateChange', { isActive: false });
      },
      comeBack: () => {
        emitAppEvent('resume');
        emitAppEvent('appStateChange', { isActive: true });
      },
      isBlocked: () => state.isBlocked,
    },
  };
}
