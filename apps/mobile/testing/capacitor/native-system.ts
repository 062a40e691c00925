import { NativeError, type PhoneStyle, tellPage } from './bridge.ts';

const absent = async () => {
  throw new NativeError('UNIMPLEMENTED');
};

/** The system around the app, by the answers of Network, App, Badge, SystemBars, Keyboard and the screen guards. */
export function nativeSystem(style: PhoneStyle) {
  const isIos = style === 'ios';
  const state = { connectionType: 'wifi', exits: 0, badge: 0, bars: '', isBlocked: false, mayBadge: !isIos };
  /** Both ask iOS for the permission by themselves; on Android there is none to ask for. */
  const setBadge = (count: number) => {
    if (isIos && !state.mayBadge) throw new Error('asked the person for the permission');
    state.badge = count;
  };
  const tellApp = (event: string, data: object = {}) => tellPage('App', { event, data });
  const block = (on: boolean) => {
    state.isBlocked = on;
  };
  const plugins = {
    Network: {
      getStatus: async () => ({
        // No server of Google was reached through it, as in many a company.
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
        tellPage('Network', { event: 'networkStatusChange', data });
      },
      pressBack: () => {
        if (!isIos) tellApp('backButton', { canGoBack: false });
      },
      exits: () => state.exits,
      badge: () => state.badge,
      barStyle: () =>
        state.bars === '' ? null : state.bars === 'DARK' ? ('dark' as const) : ('light' as const),
      setKeyboard: (isVisible: boolean) => {
        for (const when of ['Will', 'Did']) {
          const event = `keyboard${when}${isVisible ? 'Show' : 'Hide'}`;
          tellPage('Keyboard', { event, data: isVisible ? { keyboardHeight: 300 } : {} });
        }
      },
      cover: () => (isIos ? tellApp('appStateChange', { isActive: false }) : tellApp('pause')),
      leave: () => {
        // iOS: inactive, then in the background. Android: paused, then stopped.
        if (isIos) tellApp('appStateChange', { isActive: false });
        tellApp('pause');
        if (!isIos) tellApp('appStateChange', { isActive: false });
      },
      comeBack: () => {
        tellApp('resume');
        tellApp('appStateChange', { isActive: true });
      },
      isBlocked: () => state.isBlocked,
    },
  };
}
