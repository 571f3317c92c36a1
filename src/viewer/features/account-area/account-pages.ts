/**
 * The pages of the account area: one table from which come their addresses under `/account/`, their titles, the area's menu
 * and its overview.
 */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { lazyRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { site } from '../../../ui/brand.ts';
import type { IconName } from '../../../ui/components/icon.tsx';
import { scriptLoader } from '../../../ui/script-loader.ts';

type AccountPageView = (props: { params: Record<string, string> }) => ReactNode;

/** A page whose code is fetched on the first visit. When that fails, the next visit fetches it again. */
function fetched<K extends string>(load: () => Promise<{ [name in K]: AccountPageView }>, name: K) {
  const script = scriptLoader(load, name);
  return lazyRouteComponent(async () => ({ Page: (await script())[name] as AccountPageView }), 'Page');
}

export interface AccountPage {
  /** The path under `/account/`; a segment that begins with `$` is a parameter. */
  path: string;
  name: MessageDescriptor;
  Page: ReturnType<typeof fetched>;
}

interface AccountGroup {
  name: MessageDescriptor;
  icon: IconName;
  /** Pages in the menu. Pages that only another page leads to are in `hidden`. */
  pages: AccountPage[];
  hidden?: AccountPage[];
  /** Pages elsewhere that the overview leads to as well. */
  also?: { to: '/my-list'; name: MessageDescriptor }[];
}

const all: AccountGroup[] = [
  {
    name: msg`이용권과 결제`,
    icon: 'premium',
    pages: [
      {
        path: 'membership',
        name: msg`내 이용권`,
        Page: fetched(() => import('../billing/membership-page.tsx'), 'MembershipPage'),
      },
      {
        path: 'payment-info',
        name: msg`결제 카드`,
        Page: fetched(() => import('../billing/payment-info-page.tsx'), 'PaymentInfoPage'),
      },
      {
        path: 'billing-details',
        name: msg`청구지 주소`,
        Page: fetched(() => import('../billing/billing-details-page.tsx'), 'BillingDetailsPage'),
      },
      {
        path: 'invoices',
        name: msg`청구서`,
        Page: fetched(() => import('../billing/invoices-page.tsx'), 'InvoicesPage'),
      },
      {
        path: 'gifts',
        name: msg`선물한 이용권`,
        Page: fetched(() => import('../billing/bought-gifts-page.tsx'), 'BoughtGiftsPage'),
      },
      {
        path: 'subscription-history',
        name: msg`이용 내역`,
        Page: fetched(() => import('../billing/subscription-history-page.tsx'), 'SubscriptionHistoryPage'),
      },
    ],
    hidden: [
      {
        path: 'change-plan',
        name: msg`이용권 바꾸기`,
        Page: fetched(() => import('../billing/change-plan-page.tsx'), 'ChangePlanPage'),
      },
      {
        path: 'change-plan/$id',
        name: msg`이용권 바꾸기`,
        Page: fetched(() => import('../billing/change-plan-page.tsx'), 'ChangeToPlanPage'),
      },
      {
        path: 'change-billing-day',
        name: msg`결제일 바꾸기`,
        Page: fetched(() => import('../billing/billing-day-page.tsx'), 'BillingDayPage'),
      },
      {
        path: 'pause-membership',
        name: msg`잠시 쉬기`,
        Page: fetched(() => import('../billing/pause-page.tsx'), 'PausePage'),
      },
      {
        path: 'cancel-membership',
        name: msg`이용권 해지`,
        Page: fetched(() => import('../billing/cancel-page.tsx'), 'CancelPage'),
      },
      {
        path: 'ask-to-pay',
        name: msg`결제 부탁하기`,
        Page: fetched(() => import('../billing/ask-to-pay-page.tsx'), 'AskToPayPage'),
      },
      {
        path: 'stop-paying/$id',
        name: msg`결제 그만하기`,
        Page: fetched(() => import('../billing/paid-plans.tsx'), 'StopPayingPage'),
      },
      {
        path: 'gifts/$id',
        name: msg`선물한 이용권`,
        Page: fetched(() => import('../billing/bought-gifts-page.tsx'), 'BoughtGiftPage'),
      },
      {
        path: 'add-card',
        name: msg`카드 추가`,
        Page: fetched(() => import('../billing/add-card-page.tsx'), 'AddCardPage'),
      },
      {
        path: 'invoices/$id',
        name: msg`청구서`,
        Page: fetched(() => import('../billing/invoices-page.tsx'), 'InvoicePage'),
      },
      {
        path: 'checkout/$id',
        name: msg`결제하기`,
        Page: fetched(() => import('../billing/pay-page.tsx'), 'PayPage'),
      },
    ],
  },
  {
    name: msg`로그인과 보안`,
    icon: 'lock',
    pages: [
      {
        path: 'information',
        name: msg`내 정보`,
        Page: fetched(() => import('../accounts/information-page.tsx'), 'InformationPage'),
      },
      {
        path: 'passkeys',
        name: msg`패스키`,
        Page: fetched(() => import('../passkeys/passkeys-page.tsx'), 'PasskeysPage'),
      },
      ...(site.sign_in_with.length > 0
        ? [
            {
              path: 'linked-accounts',
              name: msg`연결된 계정`,
              Page: fetched(() => import('../social-login/linked-accounts-page.tsx'), 'LinkedAccountsPage'),
            },
          ]
        : []),
      {
        path: 'devices',
        name: msg`로그인한 기기`,
        Page: fetched(() => import('../accounts/devices-page.tsx'), 'DevicesPage'),
      },
      {
        path: 'activate',
        name: msg`기기 등록`,
        Page: fetched(() => import('../accounts/activate-page.tsx'), 'ActivateDevicePage'),
      },
      {
        path: 'streaming-devices',
        name: msg`최근 재생한 기기`,
        Page: fetched(() => import('../accounts/streaming-devices-page.tsx'), 'StreamingDevicesPage'),
      },
      {
        path: 'player-links',
        name: msg`다른 플레이어에서 보기`,
        Page: fetched(() => import('../playback/player-links-page.tsx'), 'PlayerLinksPage'),
      },
      {
        path: 'login-history',
        name: msg`로그인 기록`,
        Page: fetched(() => import('../accounts/login-history-page.tsx'), 'LoginHistoryPage'),
      },
      {
        path: 'sign-out-all',
        name: msg`모든 기기에서 로그아웃`,
        Page: fetched(() => import('../accounts/sign-out-all-page.tsx'), 'SignOutAllPage'),
      },
      {
        path: 'delete',
        name: msg`계정 삭제`,
        Page: fetched(() => import('../accounts/delete-account-page.tsx'), 'DeleteAccountPage'),
      },
    ],
    hidden: [
      {
        path: 'change-email',
        name: msg`이메일 바꾸기`,
        Page: fetched(() => import('../accounts/change-email-page.tsx'), 'ChangeEmailPage'),
      },
      {
        path: 'change-password',
        name: msg`비밀번호 바꾸기`,
        Page: fetched(() => import('../accounts/change-password-page.tsx'), 'ChangePasswordPage'),
      },
      {
        path: 'change-phone-number',
        name: msg`전화번호 바꾸기`,
        Page: fetched(() => import('../accounts/new-number-page.tsx'), 'ChangePhonePage'),
      },
      {
        path: 'user-new-number',
        name: msg`새 전화번호`,
        Page: fetched(() => import('../accounts/new-number-page.tsx'), 'NewNumberPage'),
      },
      {
        path: 'email-verification-code',
        name: msg`본인 확인`,
        Page: fetched(() => import('../accounts/email-verification-page.tsx'), 'EmailVerificationPage'),
      },
      {
        path: 'change-details',
        name: msg`생년월일과 성별`,
        Page: fetched(() => import('../accounts/change-details-page.tsx'), 'ChangeDetailsPage'),
      },
      {
        path: 'change-language',
        name: msg`언어 바꾸기`,
        Page: fetched(() => import('../accounts/change-language-page.tsx'), 'ChangeLanguagePage'),
      },
    ],
  },
  {
    name: msg`프로필`,
    icon: 'user',
    pages: [
      {
        path: 'view-restriction',
        name: msg`시청 제한`,
        Page: fetched(() => import('../profiles/view-restriction-page.tsx'), 'ViewRestrictionPage'),
      },
      {
        path: 'profile-lock',
        name: msg`프로필 잠금`,
        Page: fetched(() => import('../profiles/profile-lock-page.tsx'), 'ProfileLocksPage'),
      },
      {
        path: 'parent-pin',
        name: msg`보호자 PIN`,
        Page: fetched(() => import('../profiles/parent-pin-page.tsx'), 'ParentPinPage'),
      },
      {
        path: 'add-profile-email',
        name: msg`프로필 이메일`,
        Page: fetched(() => import('../profiles/profile-email-page.tsx'), 'ProfileEmailsPage'),
      },
      {
        path: 'profile-rating',
        name: msg`평가한 콘텐츠`,
        Page: fetched(() => import('../viewing/profile-rating-page.tsx'), 'ProfileRatingPage'),
      },
    ],
    hidden: [
      {
        path: 'profile-lock/$id',
        name: msg`프로필 잠금`,
        Page: fetched(() => import('../profiles/profile-lock-page.tsx'), 'ProfileLockPage'),
      },
      {
        path: 'add-profile-email/$id',
        name: msg`프로필 이메일`,
        Page: fetched(() => import('../profiles/profile-email-page.tsx'), 'ProfileEmailPage'),
      },
      {
        path: 'profile-restriction/$id',
        name: msg`프로필별 시청 제한`,
        Page: fetched(() => import('../profiles/profile-restriction-page.tsx'), 'ProfileRestrictionPage'),
      },
    ],
  },
  {
    name: msg`시청`,
    icon: 'play',
    also: [{ to: '/my-list', name: msg`찜한 콘텐츠` }],
    pages: [
      {
        path: 'streaming-history',
        name: msg`시청 기록`,
        Page: fetched(() => import('../viewing/history-page.tsx'), 'HistoryPage'),
      },
      {
        path: 'view-activity',
        name: msg`시청 활동`,
        Page: fetched(() => import('../viewing/activity-page.tsx'), 'ActivityPage'),
      },
    ],
  },
  {
    name: msg`알림과 데이터`,
    icon: 'bell',
    pages: [
      {
        path: 'notifications',
        name: msg`알림 설정`,
        Page: fetched(
          () => import('../notifications/notification-settings-page.tsx'),
          'NotificationSettingsPage',
        ),
      },
      {
        path: 'download-data',
        name: msg`내 데이터 내려받기`,
        Page: fetched(() => import('../data-exports/download-data-page.tsx'), 'DownloadDataPage'),
      },
    ],
  },
  {
    name: msg`도움말`,
    icon: 'info',
    pages: [
      {
        path: 'inquiries',
        name: msg`1:1 문의`,
        Page: fetched(() => import('../inquiries/inquiries-page.tsx'), 'InquiriesPage'),
      },
    ],
    hidden: [
      {
        path: 'inquiries/new',
        name: msg`문의하기`,
        Page: fetched(() => import('../inquiries/new-inquiry-page.tsx'), 'NewInquiryPage'),
      },
      {
        path: 'inquiry-history/$id',
        name: msg`문의 내용`,
        Page: fetched(() => import('../inquiries/inquiry-page.tsx'), 'InquiryPage'),
      },
    ],
  },
];

/** Groups of the account area, in the order of its menu. */
export const accountGroups = all.filter(({ pages }) => pages.length > 0);

/** The page at that address under `/account/` and the parameters in its path; undefined when there is none. */
export function findAccountPage(
  address: string,
): { page: AccountPage; group: AccountGroup; params: Record<string, string> } | undefined {
  for (const group of accountGroups) {
    for (const page of [...group.pages, ...(group.hidden ?? [])]) {
      const params = matchPath(page.path, address);
      if (params) return { page, group, params };
    }
  }
  return undefined;
}

function matchPath(path: string, address: string): Record<string, string> | undefined {
  const [wanted, given] = [path.split('/'), address.replace(/\/$/, '').split('/')];
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (part.startsWith('$')) params[part.slice(1)] = value;
    else if (part !== value) return undefined;
  }
  return params;
}
