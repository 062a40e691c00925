import { type Encoding, encodings } from './encoding.rules.ts';
import type { TextStage } from './text-view.types.ts';

export type TextSettings = {
  readonly encoding: Encoding;
  readonly isWrapped: boolean;
  /** Whether structured text is shown formatted. */
  readonly isFormatted: boolean;
};

const names: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  gb18030: 'GB18030',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  big5: 'Big5',
  shift_jis: 'Shift JIS',
  'windows-1252': 'Windows-1252',
};

type BarOptions = {
  readonly detectedEncoding: Encoding;
  readonly settings: TextSettings;
  readonly canFormat: boolean;
  readonly texts: TextStage['texts']['text'];
  readonly onChange: (settings: TextSettings) => void;
};

/** The toolbar of a text: its encoding where the detected one is wrong, line wrap, and the plain source. */
export function createTextBar({
  detectedEncoding,
  settings,
  canFormat,
  texts,
  onChange,
}: BarOptions): HTMLElement {
  const bar = document.createElement('div');
  bar.className = 'bar';
  bar.setAttribute('role', 'toolbar');
  bar.setAttribute('aria-label', texts.bar);
  let currentSettings = settings;
  const change = (next: Partial<TextSettings>) => {
    currentSettings = { ...currentSettings, ...next };
    onChange(currentSettings);
  };
  const select = document.createElement('select');
  select.setAttribute('aria-label', texts.encoding);
  for (const encoding of encodings) {
    const option = document.createElement('option');
    option.value = encoding;
    option.textContent = encoding === detectedEncoding ? texts.automatic(names[encoding]) : names[encoding];
    option.selected = encoding === settings.encoding;
    select.append(option);
  }
  select.addEventListener('change', () => change({ encoding: select.value as Encoding }));
  bar.append(
    select,
    createToggle(texts.wrap, settings.isWrapped, (isWrapped) => change({ isWrapped })),
  );
  if (canFormat)
    bar.append(
      createToggle(texts.source, !settings.isFormatted, (source) => change({ isFormatted: !source })),
    );
  return bar;
}

function createToggle(
  label: string,
  isPressed: boolean,
  onChange: (isPressed: boolean) => void,
): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = label;
  button.setAttribute('aria-pressed', String(isPressed));
  button.addEventListener('click', () => {
    const next = button.getAttribute('aria-pressed') !== 'true';
    button.setAttribute('aria-pressed', String(next));
    onChange(next);
  });
  return button;
}
