import { common } from './en/common.ts';
import { devices } from './en/devices.ts';
import { people } from './en/people.ts';
import { rights } from './en/rights.ts';
import { shell } from './en/shell.ts';
import { signIn } from './en/sign-in.ts';
import type { Texts } from './texts.ts';

/** All texts of the console in English. */
export const en: Texts = { common, devices, people, rights, shell, signIn };
