import { type Encoding, encodings } from './encoding.rules.ts';
import type { TextStage } from './text-view.types.ts';

export type TextSettings = {
  readonly encoding: Encoding;
  readonly wrap: boolean;
  /** Whether structured text is shown formatted. */
  readonly formatted: boolean;
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
  readonly guessed: Encoding;
  readonly settings: TextSettings;
  readonly canFormat: boolean;
  readonly texts: TextStage['texts']['text'];
  readonly onChange: (settings: TextSettings) => void;
};

/** The toolbar of a text: its encoding where the detected one is wrong, line wrap, and the plain source. */
export function textBar({ guessed, settings, canFormat, texts, onChange }: BarOptions): HTMLElement {
  const bar = document.createElement('div');
  bar.className = 'bar';
  bar.setAttribute('role', 'toolbar');
  bar.setAttribute('aria-label', texts.bar);
  let now = settings;
  const change = (next: Partial<TextSettings>) => {
    now = { ...now, ...next };
    onChange(now);
  };
  const choice = document.createElement('select');
  choice.setAttribute('aria-label', texts.encoding);
  for (const encoding of encodings) {
    const option = document.createElement('option');
    option.value = encoding;
    option.textContent = encoding === guessed ? texts.automatic(names[encoding]) : names[encoding];
    option.selected = encoding === settings.encoding;
    choice.append(option);
  }
  choice.addEventListener('change', () => change({ encoding: choice.value as Encoding }));
  bar.append(
    choice,
    toggle(texts.wrap, settings.wrap, (wrap) => change({ wrap })),
  );
  if (canFormat)
    bar.append(toggle(texts.source, !settings.formatted, (source) => change({ formatted: !source })));
  return bar;
}

function toggle(label: string, pressed: boolean, onChange: (pressed: boolean) => void): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = label;
  button.setAttribute('aria-pressed', String(pressed));
  button.addEventListener('click', () => {
    const next = button.getAttribute('aria-pressed') !== 'true';
    button.setAttribute('aria-pressed', String(next));
    onChange(next);
  });
  return button;
}
