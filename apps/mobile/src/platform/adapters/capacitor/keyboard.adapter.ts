import { Keyboard } from '@capacitor/keyboard';
import type { KeyboardPort } from '../../ports/keyboard.port.ts';
import { createListeners, listenToPlugin } from './plugin-events.util.ts';

/** The system's keyboard. The shell shrinks the page for it, so it covers nothing. */
export function createCapacitorKeyboard(): KeyboardPort {
  const changes = createListeners();
  let state = { isVisible: false, covered: 0 };
  const setVisible = (isVisible: boolean) => () => {
    if (isVisible === state.isVisible) return;
    state = { isVisible, covered: 0 };
    changes.emit();
  };
  listenToPlugin((emit) => Keyboard.addListener('keyboardWillShow', emit), setVisible(true));
  listenToPlugin((emit) => Keyboard.addListener('keyboardDidShow', emit), setVisible(true));
  listenToPlugin(
    (emit) => Keyboard.addListener('keyboardWillHide', () => emit(undefined)),
    setVisible(false),
  );
  listenToPlugin((emit) => Keyboard.addListener('keyboardDidHide', () => emit(undefined)), setVisible(false));
  return { state: () => state, subscribe: changes.subscribe };
}
