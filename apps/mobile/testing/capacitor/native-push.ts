import { emitToPage, type PhoneStyle } from './bridge.ts';

/** The answers of @capacitor/push-notifications' native side. */
export function nativePush(style: PhoneStyle) {
  const isIos = style === 'ios';
  const state = { permission: 'prompt', grants: true, isRegistered: false, failure: '', shown: 0, tokens: 0 };
  const receive = () => ({ receive: state.permission });
  const sendToken = () => {
    state.tokens += 1;
    const value = isIos ? 'AB'.repeat(32) + state.tokens : `fcm:${state.tokens}`;
    emitToPage('PushNotifications', { event: 'registration', data: { value } }, !isIos);
  };
  const assertRegistered = () => {
    if (isIos && !state.isRegistered)
      throw new Error('event capacitorDidRegisterForRemoteNotifications not called');
  };
  const plugin = {
    checkPermissions: async () => receive(),
    requestPermissions: async () => {
      state.permission = state.grants ? 'granted' : 'denied';
      return receive();
    },
    createChannel: async () => {
      if (isIos) throw new Error('Not available on iOS');
    },
    register: async () => {
      state.isRegistered = true;
      // An event delivers the token later.
      queueMicrotask(() => {
        if (state.failure === '') sendToken();
        else emitToPage('PushNotifications', { event: 'registrationError', data: { error: state.failure } });
      });
    },
    unregister: async () => {
      state.isRegistered = false;
    },
    getDeliveredNotifications: async () => {
      assertRegistered();
      return { notifications: Array.from({ length: state.shown }, (_, nth) => ({ id: `n${nth}` })) };
    },
    removeDeliveredNotifications: async () => {
      state.shown = 0;
    },
    removeAllDeliveredNotifications: async () => {
      state.shown = 0;
    },
  };
  /** APNs puts the ids next to its own `aps` object. */
  const notification = (note: object) => ({
    id: 'n1',
    data: isIos ? { aps: { badge: 100 }, ...note } : { ...note },
  });
  return {
    plugin,
    state,
    device: {
      setPushAnswer: (granted: boolean) => {
        state.grants = granted;
      },
      deliverPush: (note: object) =>
        emitToPage('PushNotifications', { event: 'pushNotificationReceived', data: notification(note) }),
      pressNotice: (note: object) => {
        const data = { actionId: 'tap', notification: notification(note) };
        emitToPage('PushNotifications', { event: 'pushNotificationActionPerformed', data }, true);
      },
      changeToken: sendToken,
    },
  };
}
