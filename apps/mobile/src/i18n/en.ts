import { absence } from './en/absence.ts';
import { account } from './en/account.ts';
import { apply } from './en/apply.ts';
import { compare } from './en/compare.ts';
import { diagnostics } from './en/diagnostics.ts';
import { documents } from './en/documents.ts';
import { drop } from './en/drop.ts';
import { first } from './en/first.ts';
import { follow } from './en/follow.ts';
import { insight } from './en/insight.ts';
import { keys } from './en/keys.ts';
import { lock } from './en/lock.ts';
import { messages } from './en/messages.ts';
import { mine } from './en/mine.ts';
import { notices } from './en/notices.ts';
import { notifications } from './en/notifications.ts';
import { palette } from './en/palette.ts';
import { permissions } from './en/permissions.ts';
import { preview } from './en/preview.ts';
import { queue } from './en/queue.ts';
import { returns } from './en/returns.ts';
import { rows } from './en/rows.ts';
import { seal } from './en/seal.ts';
import { search } from './en/search.ts';
import { security } from './en/security.ts';
import { updates } from './en/updates.ts';
import { wide } from './en/wide.ts';
import { work } from './en/work.ts';
import type { Texts } from './texts.ts';

export const en: Texts = {
  ...first,
  absence,
  insight,
  account,
  apply,
  compare,
  diagnostics,
  documents,
  drop,
  follow,
  keys,
  lock,
  messages,
  mine,
  notices,
  notifications,
  palette,
  permissions,
  preview,
  returns,
  queue,
  rows,
  seal,
  search,
  security,
  updates,
  wide,
  work,
};
