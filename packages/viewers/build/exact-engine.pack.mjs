import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { adaptFontRules, configurationFiles, fontRulesFile } from './exact-engine.configuration.mjs';
import { adaptChineseFont } from './exact-engine.fonts.mjs';
import { adaptModule } from './exact-engine.module.mjs';
import { narrowFamily, narrowFont } from './exact-engine.narrow-font.mjs';
import { numbersFile } from './exact-engine.numbers.mjs';

const require = createRequire(import.meta.url);
const converterFolder = join(dirname(require.resolve('@matbee/libreoffice-converter/package.json')), 'wasm');
const repairFolders = ['@zip.js/zip.js', 'pako'].map((name) =>
  dirname(require.resolve(`${name}/package.json`)),
);
const fontFolder = join(dirname(require.resolve('@embedpdf/fonts-sc')), '../fonts');

/** Chunks are verified one by one, so that a broken download continues with the first missing one. */
const chunkBytes = 8 * 1024 * 1024;

const fontTarget = '/instdir/share/fonts/truetype';
const chineseFonts = ['NotoSansHans-Regular.otf', 'NotoSansHans-Bold.otf'];

/** The styles in which the engine has a replacement of Arial Narrow. */
const narrowStyles = ['Regular', 'Bold', 'Italic', 'Bold Italic'];

/**
 * Fonts of LibreOffice that stay: the replacements of Microsoft's fonts, and DejaVu for unknown fonts and for other scripts, Arabic
 * and Hebrew among them. With another font for one of these scripts, or with DejaVu Serif, the engine takes that one for unknown
 * fonts and for Helvetica, Times and Courier too. The Hebrew fonts of the Culmus project, Linux Libertine and Liberation Sans Narrow,
 * which are under the GPL, do not.
 */
const keptFonts =
  /\/(?:Liberation(?:Sans|Serif|Mono)-\w+|Carlito-\w+|Caladea-\w+|DejaVuSans(?:-Bold|-Oblique|-BoldOblique)?|DejaVuSansMono(?:-Bold)?|DejaVuSerif(?:-Bold|-Italic|-BoldItalic)?|opens___)\.ttf$|\/fc_local\.conf$/;

/**
 * Rules of fontconfig that this build applies to parts of names: the Chinese of Taiwan (`zh-tw`) becomes Twi (`tw`), and the
 * Portuguese of Brazil (`pt-br`) Breton.
 */
const languageRules = /\/35-lang-normalize\.conf$/;

/** Parts of the user interface and samples. A conversion reads none of them. */
const unusedFiles =
  /\/(?:toolbar|menubar|popupmenu|gallery|wizard|android)\/|\/images_colibre\.zip$|\/intro[\w-]*\.png$|\/(?:about|logo)[\w-]*\.svg$|\/oovbaapi\.rdb$|language-subtag-registry|\/notebookbar\w*\.ui$|\/soffice\.cfg\/(?:cui|modules\/\w+)\/ui\/.*dialog\w*\.ui$/;

/** Replaces a text that occurs exactly once. Another version of the library fails here instead of later in a browser. */
function replaceOnce(text, before, after) {
  const parts = text.split(before);
  if (parts.length !== 2) throw new Error(`text of the engine occurs ${parts.length - 1} times: ${before}`);
  return parts.join(after);
}

/** Reads the list of files that the library's script contains as an object literal without quotes around its names. */
function readFileList(script) {
  const start = script.indexOf('loadPackage({files:[');
  const end = script.indexOf('})', start) + 1;
  if (start < 0 || end === 0) throw new Error('the script of the engine contains no list of files');
  const literal = script.slice(start + 'loadPackage('.length, end);
  const json = literal.replaceAll(/([{,])(\w+):/g, '$1"$2":');
  return { literal, files: JSON.parse(json).files };
}

/** The files of the file system that the engine sees, with the Chinese fonts. */
async function packData(script) {
  const data = await readFile(join(converterFolder, 'soffice.data'));
  const { literal, files } = readFileList(script);
  const kept = files
    .filter(({ filename }) => !unusedFiles.test(filename) && !languageRules.test(filename))
    .filter(({ filename }) => !filename.startsWith(`${fontTarget}/`) || keptFonts.test(filename))
    .map(({ filename, start, end }) => ({ filename, bytes: data.subarray(start, end) }))
    .map(({ filename, bytes }) =>
      filename === fontRulesFile
        ? { filename, bytes: Buffer.from(adaptFontRules(bytes.toString())) }
        : { filename, bytes },
    );
  const fonts = chineseFonts.map(async (name) => ({
    filename: `${fontTarget}/${name}`,
    bytes: adaptChineseFont(await readFile(join(fontFolder, name))),
  }));
  const narrow = narrowStyles.map((style) => {
    const file = style.replace(' ', '');
    const { bytes } = kept.find(({ filename }) => filename.endsWith(`/LiberationSans-${file}.ttf`));
    return {
      filename: `${fontTarget}/${narrowFamily.replaceAll(' ', '')}-${file}.ttf`,
      bytes: narrowFont(bytes, style),
    };
  });
  const configuration = configurationFiles.map(({ filename, text }) => ({
    filename,
    bytes: Buffer.from(text),
  }));
  const packed = [...kept, ...narrow, ...(await Promise.all(fonts)), ...configuration];
  let at = 0;
  const list = packed.map(({ filename, bytes }) => {
    const start = at;
    at += bytes.length;
    return { filename, start, end: at };
  });
  return {
    data: Buffer.concat(packed.map(({ bytes }) => bytes)),
    script: replaceOnce(script, literal, JSON.stringify({ files: list, remote_package_size: at })),
  };
}

const registryFolder = 'Module["FS_createPath"]("/instdir/share","registry",true,true);';

const refusal = '(()=>{throw new Error("scripting interface is not available")})';

/**
 * Texts of the library's script, each of which occurs once, and what replaces them:
 *
 * - The package lacks a folder.
 * - The program's main function does not run. It would start LibreOffice in a thread while the caller starts it too, and the two
 *   can wait for each other for ever.
 * - More threads start in advance. One that is started during a conversion waits for the blocked thread that converts.
 * - Fewer warnings are logged, and none while a busy machine compiles for long. The language of the browser, which fontconfig would
 *   read, does not decide about fonts.
 * - The bindings that compile code from text, which the policy of the frame forbids, throw instead. A conversion does not use them.
 */
const scriptChanges = [
  [registryFolder, registryFolder + registryFolder.replace('registry', numbersFile.folder)],
  ['var shouldRunNow=true;', 'var shouldRunNow=false;'],
  ['pthreadPoolSize=4', 'pthreadPoolSize=12'],
  ['ENV.SAL_LOG="+WARN"', 'ENV.MAX_CONCURRENCY="2";ENV.LANG="en_US.UTF-8";ENV.SAL_LOG="-WARN-INFO"'],
  ['runDependencyWatcher===null&&typeof', 'false&&typeof'],
  ['newFunc(Function,args)(...closureArgs)', refusal],
  ['newFunc(Function,params)(...args)', refusal],
];

const adaptScript = (script) =>
  scriptChanges.reduce((text, [before, after]) => replaceOnce(text, before, after), script);

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/**
 * The folders of the packages that contain the engine, its fonts, and the libraries that repair the pictures of documents.
 * A process that runs the engine reads no other package.
 */
export const engineFolders = [dirname(converterFolder), dirname(fontFolder), ...repairFolders];

/**
 * Reads LibreOffice's WebAssembly build, with its fonts replaced and its script adapted.
 * @returns {Promise<Record<'module' | 'data' | 'script' | 'thread', Buffer>>}
 */
export async function readEngineFiles() {
  const library = (name) => readFile(join(converterFolder, name));
  const { data, script } = await packData(await library('soffice.js').then(String));
  return {
    module: adaptModule(await library('soffice.wasm')),
    data,
    script: Buffer.from(adaptScript(script)),
    thread: await library('soffice.worker.js'),
  };
}

/**
 * Packs LibreOffice's WebAssembly build for the frame of exact pages.
 * @returns {Promise<{ manifest: object, chunks: Map<string, Buffer> }>} the manifest (`EngineManifest` of
 *   `src/exact/engine-manifest.types.ts`) and the chunks by their SHA-256.
 */
export async function packEngine() {
  const files = await readEngineFiles();
  const chunks = new Map();
  const describe = ([name, bytes]) => {
    const list = [];
    for (let at = 0; at < bytes.length; at += chunkBytes) {
      const chunk = bytes.subarray(at, at + chunkBytes);
      const digest = sha256(chunk);
      chunks.set(digest, chunk);
      list.push({ sha256: digest, bytes: chunk.length });
    }
    return [name, list];
  };
  return { manifest: { files: Object.fromEntries(Object.entries(files).map(describe)) }, chunks };
}
