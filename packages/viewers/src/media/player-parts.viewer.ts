import styles from './player.module.css';
import { createPlayerIcon, type PlayerIcon } from './player-icons.viewer.ts';

export const createElement = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className = '',
): HTMLElementTagNameMap[Name] => {
  const element = document.createElement(name);
  element.className = className;
  return element;
};

export type PlayerButton = {
  readonly element: HTMLButtonElement;
  readonly show: (icon: PlayerIcon, label: string) => void;
};

/** An icon button whose icon and label can change. */
export function createPlayerButton(icon: PlayerIcon, label: string, onPress: () => void): PlayerButton {
  const element = createElement('button', styles.button);
  element.type = 'button';
  let lastShown = '';
  const show = (next: PlayerIcon, name: string) => {
    if (lastShown === `${next} ${name}`) return;
    lastShown = `${next} ${name}`;
    element.replaceChildren(createPlayerIcon(next));
    element.setAttribute('aria-label', name);
    element.title = name;
  };
  show(icon, label);
  element.addEventListener('click', onPress);
  return { element, show };
}

export type PlayerSlider = {
  readonly element: HTMLInputElement;
  /** Also sets the filled share, which browsers draw differently or not at all. */
  readonly set: (value: number, valueText: string) => void;
};

type SliderOptions = {
  readonly label: string;
  readonly className: string | undefined;
  readonly step: string;
};

export function createPlayerSlider({ label, className, step }: SliderOptions): PlayerSlider {
  const element = createElement('input', className);
  element.type = 'range';
  element.min = '0';
  element.step = step;
  element.value = '0';
  element.setAttribute('aria-label', label);
  return {
    element,
    set(value, valueText) {
      element.value = String(value);
      const share = Number(element.max) > 0 ? value / Number(element.max) : 0;
      element.style.setProperty('--filled', `${Math.min(1, share) * 100}%`);
      element.setAttribute('aria-valuetext', valueText);
    },
  };
}
