import { common } from './zh/common.ts';
import { devices } from './zh/devices.ts';
import { people } from './zh/people.ts';
import { rights } from './zh/rights.ts';
import { shell } from './zh/shell.ts';
import { signIn } from './zh/sign-in.ts';

/** All texts of the console in Chinese. Each area has its own file. */
export const zh = { common, devices, people, rights, shell, signIn };
