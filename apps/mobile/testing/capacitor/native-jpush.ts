import { emitToPage, NativeError, type PhoneStyle } from './bridge.ts';

/** The answers of capacitor-plugin-jpush's native side. */
export function nativeJpush(style: PhoneStyle) {
  const isIos = style === 'ios';
  const state = { permission: 'prompt', grants: true, isStarted: false, asksUntilId: 1, aliasFailures: 0 };
  const started = () => {
    if (!state.isStarted) throw new NativeError('not started');
  };
  const absent = async () => {
    throw new NativeError('UNIMPLEMENTED');
  };
  const afterStart = async () => started();
  const plugin = {
    startJPush: async () => {
      state.isStarted = true;
    },
    checkPermissions: async () => ({ permission: state.permission }),
    requestPermissions: async () => {
      // Android's plugin never answers a request for a permission that is granted already.
      if (!isIos && state.permission === 'granted') return new Promise(() => undefined);
      state.permission = state.grants ? 'granted' : 'denied';
      return { permission: state.permission };
    },
    getRegistrationID: async () => {
      started();
      state.asksUntilId -= 1;
      return { registrationId: state.asksUntilId > 0 ? '' : '18171adc030c0ba8f0a' };
    },
    setAlias: async () => {
      started();
      state.aliasFailures -= 1;
      // Android's plugin answers before the alias is set.
      if (isIos && state.aliasFailures >= 0) throw new NativeError('Error setting alias');
    },
    setTags: isIos ? absent : afterStart,
    addTags: isIos ? afterStart : absent,
    deleteAlias: afterStart,
    cleanTags: afterStart,
  };
  let pressed: object | null = null;
  const pressedNotes = {
    take: async () => {
      const note = pressed;
      pressed = null;
      return { note };
    },
  };
  const shown = (note: object) => ({ title: '您有一条新消息', content: '', rawData: { extra: { ...note } } });
  return {
    plugin,
    pressedNotes,
    state,
    device: {
      setPushAnswer: (granted: boolean) => {
        state.grants = granted;
      },
      deliverPush: (note: object) =>
        emitToPage('JPush', { event: 'notificationReceived', data: shown(note) }),
      // Android starts the app by an intent and emits no event to the plugin. iOS may emit both events.
      pressNotice: (note: object) => {
        pressed = note;
        emitToPage('PressedNotes', { event: 'pressed', data: {} });
        if (isIos) emitToPage('JPush', { event: 'notificationOpened', data: shown(note) });
      },
      changeToken: () =>
        emitToPage('JPush', { event: 'receiveRegistrationId', data: { registrationId: 'x' } }),
    },
  };
}
