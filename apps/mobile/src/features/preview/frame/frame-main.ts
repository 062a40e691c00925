import type { OpenFrame } from './frame.messages.ts';
import { createFrameSource } from './frame-source.adapter.ts';
import { showText } from './text-frame.viewer.ts';

// The one message this page takes: from the page around it, once.
addEventListener(
  'message',
  (event: MessageEvent<OpenFrame>) => {
    const [port] = event.ports;
    if (event.source !== parent || !port || event.data.kind !== 'open') return;
    const { size, theme, language, fontSize } = event.data;
    const root = document.documentElement;
    root.dataset['theme'] = theme;
    root.lang = language;
    root.style.fontSize = fontSize;
    const source = createFrameSource(port, size);
    // What is pressed in here is not heard outside, where it closes the preview.
    addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') source.tell({ kind: 'escape' });
    });
    void showText(document.body, source);
  },
  { once: true },
);
