import type { Texts } from '../texts.ts';

export const notifications: Texts['notifications'] = {
  lead: 'These settings apply to all your devices. They only stop pushes: messages and tasks stay in the app.',
  kinds: 'Push notifications about',
  kindNames: {
    task: 'Tasks',
    application: 'My applications',
    comment: 'Discussions',
    message: 'Messages',
    announcement: 'Announcements',
  },
  kindHints: {
    task: 'New tasks, reminders, deadlines',
    application: 'Approved, rejected, processed',
    comment: 'New comments on applications that I take part in',
    message: 'What my organisation sends to me',
    announcement: 'Announcements to everyone',
  },
  quiet: 'Quiet hours',
  quietHint: 'No pushes in these hours; one push at their end if something is unread',
  from: 'From',
  until: 'Until',
  untilNextDay: 'On the next day',
  days: 'Beginning on',
  dayNames: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  timeZone: (zone) => `In the time of ${zone}`,
  deviceTimeZone: (zone) => `Use the time zone of this device, ${zone}`,
  alwaysQuiet:
    'Equal times last a whole day, which can’t apply to every day. To stop all pushes, switch off each kind above.',
  noDay: 'Keep at least one day, or switch quiet hours off',
};
