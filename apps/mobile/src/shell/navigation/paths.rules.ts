/** Every path of specification section 2. None has parameters: identity travels in the query. */
export const paths = {
  licence: '/licence',
  privacy: '/privacy',
  sessionlist: '/sessionlist',
  messagelist: '/messagelist',
  document: '/document',
  work: '/work',
  approval: '/approval',
  flowinfo: '/flowinfo',
  flowinfo16: '/flowinfo16',
  flowfinish: '/flowfinish',
  taskagree: '/taskagree',
  taskrefuse: '/taskrefuse',
  myinfo: '/myinfo',
  about: '/about',
  pwdlogin: '/pwdlogin',
  reglogin: '/reglogin',
  resetpwd: '/resetpwd',
  updatepwd: '/updatepwd',
  setpwd: '/setpwd',
  networkerror: '/networkerror',
  root: '/',
} as const;

export type ScreenName = keyof typeof paths;

/** The screens on which a hardware back press asks for confirmation before it leaves the app (section 2). */
export const exitPaths: readonly string[] = [
  paths.pwdlogin,
  paths.sessionlist,
  paths.document,
  paths.work,
  paths.myinfo,
];

const names = Object.keys(paths) as readonly ScreenName[];

export const screenAt = (pathname: string): ScreenName | null =>
  names.find((name) => paths[name] === pathname) ?? null;
