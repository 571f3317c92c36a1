import { declareEntries } from '../schedule-entries/entries.tsx';

/** The entries of radio channels. */
export const radioEntries = declareEntries('radio-entries', {
  channels: 'radio-channels',
  menu: { group: 'radio', place: 20 },
  title: { ko: '라디오 편성표', en: 'Radio schedule entries' },
});
