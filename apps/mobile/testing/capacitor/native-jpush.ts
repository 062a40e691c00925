import { emitToPage, NativeError, type PhoneStyle } from './bridge.ts';

/** The native side of capacitor-plugin-jpush. */
export function nativeJpush(style: PhoneStyle) {
  const isIos = style === 'ios';
  const state = {
    permission: 'prompt',
    /** The response to the next permission request. */
    grantsPermission: true,
    isStarted: false,
    /** The number of calls until the registration id is known. */
    callsUntilId: 1,
    /** The number of calls until the alias can be set. */
    aliasFailures: 0,
  };
  const assertStarted = () => {
    if (!state.isStarted) throw new NativeError('not started');
  };
  const unimplemented = async () => {
    throw new NativeError('UNIMPLEMENTED');
  };
  const requiresStart = async () => assertStarted();
  const plugin = {
    startJPush: async () => {
      state.isStarted = true;
    },
    checkPermissions: async () => ({ permission: state.permission }),
    requestPermissions: async () => {
      // Android's plugin never settles a request for a permission that is granted already.
      if (!isIos && state.permission === 'granted') return new Promise(() => undefined);
      state.permission = state.grantsPermission ? 'granted' : 'denied';
      return { permission: state.permission };
    },
    getRegistrationID: async () => {
      assertStarted();
      state.callsUntilId -= 1;
      return { registrationId: state.callsUntilId > 0 ? '' : '18171adc030c0ba8f0a' };
    },
    setAlias: async () => {
      assertStarted();
      state.aliasFailures -= 1;
      // Android's plugin resolves before the alias is set.
      if (isIos && state.aliasFailures >= 0) throw new NativeError('Error setting alias');
    },
    setTags: isIos ? unimplemented : requiresStart,
    addTags: isIos ? requiresStart : unimplemented,
    deleteAlias: requiresStart,
    cleanTags: requiresStart,
  };
  let pressedNote: object | null = null;
  const pressedNotes = {
    take: async () => {
      const note = pressedNote;
      pressedNote = null;
      return { note };
    },
  };
  const notificationOf = (note: object) => ({
    title: '您有一条新消息',
    content: '',
    rawData: { extra: { ...note } },
  });
  return {
    plugin,
    pressedNotes,
    state,
    device: {
      setPushAnswer: (granted: boolean) => {
        state.grantsPermission = granted;
      },
      deliverPush: (note: object) =>
        emitToPage('JPush', { event: 'notificationReceived', data: notificationOf(note) }),
      // Android starts the app by an intent and emits no event to the plugin. iOS may emit both events.
      pressNotice: (note: object) => {
        pressedNote = note;
        emitToPage('PressedNotes', { event: 'pressed', data: {} });
        if (isIos) emitToPage('JPush', { event: 'notificationOpened', data: notificationOf(note) });
      },
      changeToken: () =>
        emitToPage('JPush', { event: 'receiveRegistrationId', data: { registrationId: 'x' } }),
    },
  };
}
