import type { OutlineItem } from '../viewer/viewer.types.ts';
import type {
  FrameApi,
  FrameOpenOptions,
  FrameOptions,
  FrameSource,
  FrameView,
  PageApi,
  RemoteOutlineItem,
  ShowFrame,
} from './frame.types.ts';
import { isForPage, toPressedKey } from './frame-keys.rules.ts';
import { type Call, connectPort, fireAndForget } from './port-calls.util.ts';

/** The events by which text and pictures can be copied out of a page. */
const extractionEvents = ['contextmenu', 'copy', 'dragstart'] as const;

/** APIs that open connections outside of fetch. No browser's content security policy can block these yet. */
const connectionApis = ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport'];

/** The frame's side: waits for the one message with a port and shows the document that comes over it. */
export function startFrame(show: ShowFrame): void {
  for (const name of connectionApis) Reflect.deleteProperty(globalThis, name);
  const acceptPort = (event: MessageEvent) => {
    const [port] = event.ports;
    // Libraries also post messages to their own window.
    if (event.source !== parent || !port) return;
    removeEventListener('message', acceptPort);
    const call: Call<PageApi> = connectPort(
      port,
      createFrameApi(show, (name, ...args) => call(name, ...args)),
    );
    // Keys pressed in the frame do not reach the page, where they close the preview or start the search.
    addEventListener('keydown', (pressed) => {
      if (pressed.defaultPrevented || !isForPage(pressed)) return;
      pressed.preventDefault();
      fireAndForget(call('onKey', toPressedKey(pressed)));
    });
    addEventListener(
      'click',
      ({ isTrusted }) => {
        if (isTrusted) fireAndForget(call('onPress'));
      },
      { capture: true },
    );
  };
  addEventListener('message', acceptPort);
}

function createFrameApi(show: ShowFrame, call: Call<PageApi>): FrameApi {
  let view: FrameView = {};
  const parts = new Map<number, FrameSource>();
  let lastPart = 0;
  const items: OutlineItem[] = [];
  const searches = new Map<number, AbortController>();
  // The frame ends with its document.
  const closing = new AbortController();
  const toRemoteItem = ({ title, page, items: below, ...item }: OutlineItem): RemoteOutlineItem => {
    const id = items.push({ title, page, items: below, ...item }) - 1;
    return { id, title, page, items: below.map(toRemoteItem) };
  };
  const openPart: FrameOptions['openPart'] = ({ name, content }) => {
    lastPart += 1;
    parts.set(lastPart, content);
    fireAndForget(call('openPart', lastPart, name, content.size));
  };
  return {
    async open(options) {
      applyOptions(options);
      const { size } = options;
      const read: FrameSource['read'] = async (offset, length) =>
        (await call('read', offset, length)) as Uint8Array<ArrayBuffer>;
      view = await show(
        document.querySelector('main') ?? document.body,
        { size, read },
        {
          ...options,
          onPage: (page, pageCount) => fireAndForget(call('onPage', page, pageCount)),
          onProgress: (share) => fireAndForget(call('onProgress', share)),
          readEngine: async (file, index) => call('readEngine', file, index),
          openPart,
          requestPassword: async (failedAttempts) => {
            const password = await call('requestPassword', failedAttempts);
            return typeof password === 'string' ? password : null;
          },
        },
      );
      return Object.keys(view) as (keyof FrameView)[];
    },
    complete: async () => view.complete?.(),
    goTo: (page) => view.goTo?.(page),
    zoom: (step) => view.zoom?.(step),
    rotate: () => view.rotate?.(),
    present: (page) => view.present?.(page),
    hiddenPages: async () => (await view.hiddenPages?.()) ?? [],
    async find(search, words) {
      const searching = new AbortController();
      searches.set(search, searching);
      const onFound = (found: Parameters<PageApi['onFound']>[1]) =>
        fireAndForget(call('onFound', search, found));
      await view.search?.find({ words, onFound, signal: searching.signal });
    },
    step: (to) => view.search?.step(to),
    endFind(search) {
      searches.get(search)?.abort();
      searches.delete(search);
    },
    readText: async (maxCharacters) =>
      (await view.search?.readText({ maxCharacters, signal: closing.signal })) ?? '',
    outline: async () => (await view.outline?.())?.map(toRemoteItem) ?? [],
    goToItem: (id) => items[id]?.goTo(),
    async readPart(id, offset, length) {
      const part = parts.get(id);
      if (!part) throw new Error('unknown part id');
      return part.read(offset, length);
    },
    closePart: (id) => void parts.delete(id),
    countPictures: () => view.pictures?.count ?? 0,
    pictureFacts: (index) => picturesOf(view).facts(index),
    picturePixels: (index, part) => picturesOf(view).pixels(index, part),
    mediaFacts: async () => (await view.media?.facts()) ?? null,
    mediaPlan: async () => (await view.media?.plan()) ?? null,
    mediaStart: async (seconds) => view.media?.start(seconds),
    mediaNext: async () => (await view.media?.next()) ?? new Uint8Array(),
    unlock: async (password) => (await view.unlock?.(password)) ?? null,
    rendition: () => view.rendition ?? new Uint8Array(),
  };
}

function picturesOf({ pictures }: FrameView) {
  if (!pictures) throw new Error('frame has no pictures');
  return pictures;
}

function applyOptions({ theme, language, fontSize, mayCopy }: FrameOpenOptions): void {
  const root = document.documentElement;
  root.dataset['theme'] = theme;
  root.dataset['mayCopy'] = String(mayCopy);
  root.lang = language;
  root.style.fontSize = fontSize;
  if (!mayCopy)
    for (const kind of extractionEvents) addEventListener(kind, (event) => event.preventDefault());
}
