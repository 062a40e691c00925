/*
 * Decides by its features whether this WebView runs the app, before any module does: versions count differently on Huawei's
 * and Honor's phones, and Capacitor finds no version on some phones of Android 7. Written in the language of the first Android 7's.
 */
(function () {
  'use strict';

  /** The level that the bundle is built for (`build.target`): `inset` came with Chromium 87. */
  function hasLanguage() {
    return (
      'noModule' in document.createElement('script') &&
      typeof String.prototype.replaceAll === 'function' &&
      typeof Promise.any === 'function' &&
      typeof CSS !== 'undefined' &&
      CSS.supports('inset', '0')
    );
  }

  /** Without message listeners Capacitor adds a Java object to every frame, the frames of documents among them. */
  function isBridgeGuarded() {
    var bridge = window.androidBridge;
    return !bridge || typeof bridge.addEventListener === 'function';
  }

  if (!hasLanguage() || !isBridgeGuarded()) location.replace('/web-view-too-old.html');
})();
