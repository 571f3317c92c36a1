import { declareEntries } from './entries.tsx';

/** The entries of TV channels. */
export const scheduleEntries = declareEntries('schedule-entries', {
  channels: 'channels',
  menu: { group: 'live', place: 20 },
  title: { ko: '편성표', en: 'Schedule entries' },
});
