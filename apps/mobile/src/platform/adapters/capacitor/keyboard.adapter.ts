import { Keyboard } from '@capacitor/keyboard';
import type { KeyboardPort } from '../../ports/keyboard.port.ts';
import { createListeners, hear } from './events.adapter.ts';

/** The system's keyboard. The shell shrinks the page for it, so it covers nothing. */
export function createCapacitorKeyboard(): KeyboardPort {
  const changes = createListeners();
  let state = { isVisible: false, covered: 0 };
  const become = (isVisible: boolean) => () => {
    if (isVisible === state.isVisible) return;
    state = { isVisible, covered: 0 };
    changes.emit();
  };
  hear((tell) => Keyboard.addListener('keyboardWillShow', tell), become(true));
  hear((tell) => Keyboard.addListener('keyboardDidShow', tell), become(true));
  hear((tell) => Keyboard.addListener('keyboardWillHide', () => tell(undefined)), become(false));
  hear((tell) => Keyboard.addListener('keyboardDidHide', () => tell(undefined)), become(false));
  return { state: () => state, subscribe: changes.subscribe };
}
