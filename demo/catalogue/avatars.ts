/** The pictures that profiles choose from, in the order they are shown. */
interface DemoAvatar {
  /** The drawing's name in `artwork/avatars.ts`. */
  drawing: string;
  group_ko: string;
  group_en: string;
  name_ko: string;
  name_en: string;
}

const animals = { group_ko: '동물', group_en: 'Animals' };
const tales = { group_ko: '옛이야기', group_en: 'Old tales' };
const feast = { group_ko: '잔칫날', group_en: 'Feast day' };

export const demoAvatars: DemoAvatar[] = [
  { drawing: 'tiger', ...animals, name_ko: '호랑이', name_en: 'Tiger' },
  { drawing: 'magpie', ...animals, name_ko: '까치', name_en: 'Magpie' },
  { drawing: 'rabbit', ...animals, name_ko: '토끼', name_en: 'Rabbit' },
  { drawing: 'whale', ...animals, name_ko: '고래', name_en: 'Whale' },
  { drawing: 'goblin', ...tales, name_ko: '도깨비', name_en: 'Goblin' },
  { drawing: 'haetae', ...tales, name_ko: '해태', name_en: 'Haetae' },
  { drawing: 'moon', ...tales, name_ko: '달', name_en: 'Moon' },
  { drawing: 'persimmon', ...feast, name_ko: '감', name_en: 'Persimmon' },
  { drawing: 'rice-cake', ...feast, name_ko: '떡', name_en: 'Rice cake' },
  { drawing: 'kimchi', ...feast, name_ko: '김칫독', name_en: 'Kimchi jar' },
  { drawing: 'lantern', ...feast, name_ko: '초롱', name_en: 'Lantern' },
  { drawing: 'drum', ...feast, name_ko: '북', name_en: 'Drum' },
];
