/** The back office's modules and what a role may be granted on each. The menu and the calls read the same table. */
export const staffModules = {
  programmes: { ko: '프로그램', en: 'Programs' },
  people: { ko: '출연진', en: 'Cast' },
  categories: { ko: '카테고리', en: 'Categories' },
  genres: { ko: '장르', en: 'Genres' },
  'content-partners': { ko: '제휴사(CP)', en: 'Content partners' },
  'partner-statements': { ko: '제휴사 정산서', en: 'Partner statements' },
  'stb-categories': { ko: '셋톱박스 카테고리', en: 'STB categories' },
  'partner-video': { ko: '유튜브', en: 'YouTube' },
  channels: { ko: '실시간 채널·라디오', en: 'Live channels and radio' },
  assets: { ko: '영상 파일', en: 'Video assets' },
  home: { ko: '홈 편성', en: 'Home' },
  notices: { ko: '공지사항', en: 'Notices' },
  news: { ko: '속보', en: 'Scroll news' },
  popups: { ko: '팝업', en: 'Popups' },
  faqs: { ko: '자주 묻는 질문', en: 'FAQ' },
  pages: { ko: '안내 페이지', en: 'Pages' },
  terms: { ko: '약관·정책', en: 'Terms' },
  'board-events': { ko: '이벤트', en: 'Events' },
  'social-links': { ko: '소셜 링크', en: 'Social links' },
  releases: { ko: '예약 변경', en: 'Planned changes' },
  staff: { ko: '직원', en: 'Staff' },
  roles: { ko: '역할', en: 'Roles' },
  imports: { ko: '가져오기', en: 'Imports' },
  plans: { ko: '이용권', en: 'Plans' },
  'plan-sync': { ko: '이용권 동기화', en: 'Plan sync' },
  coupons: { ko: '쿠폰', en: 'Coupons' },
  payments: { ko: '결제 내역', en: 'Payments' },
  disputes: { ko: '분쟁', en: 'Disputes' },
  'payment-differences': { ko: '정산 불일치', en: 'Reconciliation' },
  'renewal-rehearsal': { ko: '갱신 예측', en: 'Renewal forecast' },
  gifts: { ko: '선물 코드', en: 'Gift codes' },
  'tax-rates': { ko: '세율', en: 'Tax rates' },
  customers: { ko: '고객', en: 'Customers' },
  inquiries: { ko: '1:1 문의', en: 'Inquiries' },
  reports: { ko: '보고서', en: 'Reports' },
  mail: { ko: '보낸 메일', en: 'Mail' },
  logins: { ko: '로그인 기록', en: 'Login log' },
  'current-streams': { ko: '현재 시청', en: 'Current streaming' },
  'play-errors': { ko: '재생 오류 기록', en: 'Play error log' },
  events: { ko: '활동 기록', en: 'Event log' },
} as const satisfies Record<string, { ko: string; en: string }>;

export type StaffModule = keyof typeof staffModules;

/** `personal_data`: to open personal data, which is masked otherwise. */
export const staffActions = [
  'read',
  'create',
  'update',
  'delete',
  'publish',
  'export',
  'import',
  'personal_data',
] as const;
export type StaffAction = (typeof staffActions)[number];

export type Permissions = Partial<Record<StaffModule, StaffAction[]>>;

/** Where a person differs from their role. */
export type PermissionExceptions = Partial<
  Record<StaffModule, { give?: StaffAction[]; take?: StaffAction[] }>
>;

/** Groups of fields that a role can hide. A field names its groups where it is declared (`field-groups.ts`). */
export const fieldGroups = ['amounts', 'personal', 'notes', 'terms'] as const;
export type FieldGroup = (typeof fieldGroups)[number];

/** Modules that cannot be switched off, because no staff member could switch them on again. */
export const permanentModules: readonly StaffModule[] = ['staff', 'roles'];

/** The permissions of a staff member: those of their role, with their own exceptions, in the modules that are switched on. */
export function effectivePermissions(
  permissions: Permissions,
  exceptions: PermissionExceptions,
  modulesOff: readonly string[],
): Permissions {
  const effective: Permissions = {};
  for (const module of Object.keys(staffModules) as StaffModule[]) {
    if (modulesOff.includes(module)) continue;
    const { give = [], take = [] } = exceptions[module] ?? {};
    const own = new Set([...(permissions[module] ?? []), ...give]);
    for (const action of take) own.delete(action);
    // Every other action needs permission to read.
    if (own.has('read')) effective[module] = staffActions.filter((action) => own.has(action));
  }
  return effective;
}

/** Every permission, as an administrator has it. */
export const everyPermission: Permissions = Object.fromEntries(
  Object.keys(staffModules).map((module) => [module, [...staffActions]]),
);
