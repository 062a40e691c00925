/*
 * Detects by features, before any module runs, whether this WebView can run the app: version numbers differ on Huawei
 * and Honor phones, and Capacitor finds no version on some Android 7 phones. Written in the language of the first
 * Android 7 WebViews.
 */
(function () {
  'use strict';

  /** The language level of the bundle (`build.target`); Chromium 87 introduced `inset`. */
  function hasLanguage() {
    return (
      'noModule' in document.createElement('script') &&
      typeof String.prototype.replaceAll === 'function' &&
      typeof Promise.any === 'function' &&
      typeof CSS !== 'undefined' &&
      CSS.supports('inset', '0')
    );
  }

  /** Without message listeners Capacitor adds a Java object to every frame, including the frames of documents. */
  function isBridgeGuarded() {
    var bridge = window.androidBridge;
    return !bridge || typeof bridge.addEventListener === 'function';
  }

  if (!hasLanguage() || !isBridgeGuarded()) location.replace('/web-view-too-old.html');
})();
