/** A WebView of HarmonyOS phones and older Androids. */
export const oldWebView =
  'Mozilla/5.0 (Linux; Android 10; NOH-AN00 Build/HUAWEINOH-AN00; wv) AppleWebKit/537.36 (KHTML, like Gecko) ' +
  'Version/4.0 Chrome/99.0.4844.88 Mobile Safari/537.36';

/**
 * Removes the features that are newer than Chrome 99, once in each realm: the page, its frames, its workers.
 * The function is injected as text.
 */
function removeYoungerThanChrome99(): void {
  const world = globalThis as unknown as Record<string, unknown>;
  const mark = '__isChrome99';
  if (world[mark] === true) return;
  world[mark] = true;
  const remove = (owner: unknown, ...names: readonly (string | symbol)[]) => {
    if (owner === undefined || owner === null) return;
    for (const name of names) Reflect.deleteProperty(owner, name);
  };
  const prototypeOf = (name: string) => (world[name] as { prototype?: object } | undefined)?.prototype;

  const changedCopies = ['toSorted', 'toReversed', 'with'];
  const typedArray = Object.getPrototypeOf(Uint8Array) as { prototype: object };
  remove(Array.prototype, ...changedCopies, 'toSpliced');
  remove(typedArray.prototype, ...changedCopies);
  remove(Array, 'fromAsync');
  remove(Object, 'groupBy');
  remove(Map, 'groupBy');
  remove(Map.prototype, 'getOrInsert', 'getOrInsertComputed');
  remove(Promise, 'withResolvers', 'try');
  remove(String.prototype, 'isWellFormed', 'toWellFormed');
  remove(RegExp, 'escape');
  remove(Math, 'f16round', 'sumPrecise');
  remove(Error, 'isError');
  remove(Uint8Array, 'fromBase64', 'fromHex');
  remove(Uint8Array.prototype, 'toBase64', 'toHex', 'setFromBase64', 'setFromHex');
  remove(ArrayBuffer.prototype, 'transfer', 'transferToFixedLength', 'resize');
  const setMethods = ['union', 'intersection', 'difference', 'symmetricDifference'];
  remove(Set.prototype, ...setMethods, 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom');
  const helpers = [
    'map',
    'filter',
    'take',
    'drop',
    'flatMap',
    'reduce',
    'toArray',
    'forEach',
    'some',
    'every',
    'find',
  ];
  remove(prototypeOf('Iterator'), ...helpers);
  remove(world['Intl'], 'DurationFormat');
  remove(AbortSignal, 'timeout', 'any');
  remove(URL, 'canParse', 'parse');
  remove(Response, 'json');
  remove(prototypeOf('Response'), 'bytes');
  remove(prototypeOf('Blob'), 'bytes');
  remove(prototypeOf('ReadableStream'), Symbol.asyncIterator, 'values');
  remove(world['ReadableStream'], 'from');
  remove(prototypeOf('URLSearchParams'), 'size');
  remove(prototypeOf('FileSystemFileHandle'), 'createSyncAccessHandle', 'move');
  remove(prototypeOf('Document'), 'startViewTransition');
  remove(world['Document'], 'parseHTMLUnsafe');
  remove(prototypeOf('Element'), 'setHTMLUnsafe', 'getHTML', 'setHTML', 'moveBefore');
  remove(prototypeOf('HTMLElement'), 'popover', 'showPopover', 'hidePopover', 'togglePopover');
  remove(world['CSS'], 'highlights');
  remove(prototypeOf('Navigator'), 'userAgentData');
  remove(
    world,
    'Iterator',
    'SuppressedError',
    'DisposableStack',
    'AsyncDisposableStack',
    'Float16Array',
    'scheduler',
    'Scheduler',
    'TaskController',
    'navigation',
    'Navigation',
    'Highlight',
    'HighlightRegistry',
    'ViewTransition',
    'CloseWatcher',
    'ToggleEvent',
    'Sanitizer',
    'URLPattern',
    'fetchLater',
    'documentPictureInPicture',
  );
}

/** Frames create their workers from blobs, which no route can change. */
function prependToWorkers(script: string): void {
  const create = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (source: Blob | MediaSource) =>
    create(
      source instanceof Blob && source.type.includes('javascript')
        ? new Blob([script, source], { type: source.type })
        : source,
    );
}

/** {@link removeYoungerThanChrome99} as text in front of another script. */
export const youngerThanChrome99Removed = `(${removeYoungerThanChrome99.toString()})();\n`;

/** Runs in pages and frames before their own scripts. */
export const oldPageScript = `${youngerThanChrome99Removed}(${prependToWorkers.toString()})(${JSON.stringify(youngerThanChrome99Removed)});`;
