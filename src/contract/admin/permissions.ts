/** The back office's modules and what a role may be granted on each. The menu and the calls read the same table. */
export const staffModules = {
  programmes: { ko: '프로그램', en: 'Programs' },
  people: { ko: '출연진', en: 'Cast' },
  categories: { ko: '카테고리', en: 'Categories' },
  genres: { ko: '장르', en: 'Genres' },
  assets: { ko: '영상 파일', en: 'Video assets' },
  home: { ko: '홈 편성', en: 'Home' },
  staff: { ko: '직원', en: 'Staff' },
  roles: { ko: '권한', en: 'Roles' },
  customers: { ko: '고객', en: 'Customers' },
  inquiries: { ko: '1:1 문의', en: 'Inquiries' },
  mail: { ko: '보낸 메일', en: 'Mail' },
  events: { ko: '활동 기록', en: 'Event log' },
} as const satisfies Record<string, { ko: string; en: string }>;

export type StaffModule = keyof typeof staffModules;

export const staffActions = ['read', 'create', 'update', 'delete'] as const;
export type StaffAction = (typeof staffActions)[number];

export type Permissions = Partial<Record<StaffModule, StaffAction[]>>;

/** What an administrator may do: everything. */
export const everyPermission: Permissions = Object.fromEntries(
  Object.keys(staffModules).map((module) => [module, [...staffActions]]),
);
