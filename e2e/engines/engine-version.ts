import { spawnSync } from 'node:child_process';
import { findChromium } from '../../scripts/chromium.mjs';
import type { Engine } from './engine.ts';

const webkitVersion = `imports.gi.versions.WebKit2 = '4.1';
  const { WebKit2 } = imports.gi;
  print([WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version()].join('.'))`;

const versionCommands: Readonly<Record<Engine, readonly [program: string, ...args: string[]]>> = {
  webkit: ['gjs', '-c', webkitVersion],
  firefox: ['firefox-esr', '--version'],
  chromium: [findChromium() ?? 'chromium', '--version'],
};

/** The version of an installed engine. Undefined where the engine is not installed. */
export function versionOf(engine: Engine): string | undefined {
  const [program, ...args] = versionCommands[engine];
  const { stdout, error } = spawnSync(program, args, { encoding: 'utf8' });
  return error ? undefined : /\d+(\.\d+)+/.exec(stdout ?? '')?.[0];
}
