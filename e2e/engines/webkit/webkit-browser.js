#!/usr/bin/env -S gjs -m
// A WebKitGTK browser for WebDriver with a profile in a folder. The ephemeral profile of MiniBrowser's automation mode has
// no `navigator.storage`, and no service worker or database that outlives a window.
//
// webkit-browser.js --profile=FOLDER --width=PX --height=PX --language=TAG [--dark] [--private] --text-scale=FACTOR [--user-agent=TEXT]
import GLib from 'gi://GLib';
import Gtk from 'gi://Gtk?version=3.0';
import WebKit from 'gi://WebKit2?version=4.1';
import system from 'system';

/** Enabled in Safari, but disabled by default in the GTK port. Its sync access handles are not implemented: `createSyncAccessHandle` throws. */
const safariFeatures = new Set(['StorageAPI', 'StorageAPIEstimate', 'FileSystem', 'AccessHandle']);

const options = new Map(
  system.programArgs.map((argument) => {
    const [name, ...value] = argument.split('=');
    return [name, value.join('=')];
  }),
);
const profile = options.get('--profile');
const isPrivate = options.has('--private');

Gtk.init(null);
Gtk.Settings.get_default().gtk_application_prefer_dark_theme = options.has('--dark');

const manager = isPrivate
  ? WebKit.WebsiteDataManager.new_ephemeral()
  : new WebKit.WebsiteDataManager({
      base_data_directory: `${profile}/data`,
      base_cache_directory: `${profile}/cache`,
    });
const context = WebKit.WebContext.new_with_website_data_manager(manager);
context.set_automation_allowed(true);
context.set_preferred_languages([options.get('--language')]);

const settings = new WebKit.Settings({ enable_write_console_messages_to_stdout: true });
if (options.has('--user-agent')) settings.user_agent = options.get('--user-agent');
const features = WebKit.Settings.get_all_features();
for (let index = 0; index < features.get_length(); index += 1) {
  const feature = features.get(index);
  if (safariFeatures.has(feature.get_identifier())) settings.set_feature_enabled(feature, !isPrivate);
}

let downloadCount = 0;

context.connect('download-started', (_context, download) => {
  download.connect('decide-destination', (_download, name) => {
    // Each download has its own folder, because two downloads may have the same name.
    downloadCount += 1;
    const folder = `${profile}/downloads/${downloadCount}`;
    GLib.mkdir_with_parents(folder, 0o700);
    download.set_destination(GLib.filename_to_uri(`${folder}/${name}`, null));
    return true;
  });
});

const decoder = new TextDecoder();

/** Reads a file that the test has written into the profile. */
function readJson(name) {
  const path = `${profile}/${name}.json`;
  if (!GLib.file_test(path, GLib.FileTest.EXISTS)) return null;
  return JSON.parse(decoder.decode(GLib.file_get_contents(path)[1]));
}

const geolocation = context.get_geolocation_manager();
geolocation.connect('start', () => {
  const position = readJson('geolocation');
  if (position === null) geolocation.failed('no position is set');
  else {
    const { latitude, longitude, accuracy = 0 } = position;
    geolocation.update_position(new WebKit.GeolocationPosition(latitude, longitude, accuracy));
  }
  return true;
});

function answerPermissionRequest(_view, request) {
  const isAllowed =
    request instanceof WebKit.GeolocationPermissionRequest &&
    (readJson('permissions') ?? []).includes('geolocation');
  if (isAllowed) request.allow();
  else request.deny();
  return true;
}

let initScripts = '';

/** Adds the scripts of the test, which run before the scripts of each page. */
function loadInitScripts(manager) {
  const path = `${profile}/init-scripts.js`;
  const source = GLib.file_test(path, GLib.FileTest.EXISTS)
    ? decoder.decode(GLib.file_get_contents(path)[1])
    : '';
  if (source === initScripts) return;
  initScripts = source;
  manager.remove_all_scripts();
  manager.add_script(
    new WebKit.UserScript(
      source,
      WebKit.UserContentInjectedFrames.TOP_FRAME,
      WebKit.UserScriptInjectionTime.START,
      null,
      null,
    ),
  );
}

// All windows share the scripts.
const contentManager = new WebKit.UserContentManager();

function openWindow() {
  const view = new WebKit.WebView({
    web_context: context,
    settings,
    user_content_manager: contentManager,
    is_controlled_by_automation: true,
  });
  view.connect('decide-policy', () => {
    loadInitScripts(contentManager);
    return false;
  });
  view.connect('permission-request', answerPermissionRequest);
  settings.zoom_text_only = true;
  view.zoom_level = Number(options.get('--text-scale'));
  // A title bar would impose a minimum width on the window.
  const window = new Gtk.Window({ type: Gtk.WindowType.TOPLEVEL, decorated: false });
  window.set_default_size(Number(options.get('--width')), Number(options.get('--height')));
  window.add(view);
  window.show_all();
  view.grab_focus();
  view.connect('close', () => window.destroy());
  return view;
}

context.connect('automation-started', (_context, session) => {
  const info = WebKit.ApplicationInfo.new();
  info.set_name('SealflowWebKit');
  info.set_version(WebKit.get_major_version(), WebKit.get_minor_version(), WebKit.get_micro_version());
  session.set_application_info(info);
  session.connect('create-web-view', openWindow);
});

GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, 15, () => Gtk.main_quit());
Gtk.main();
