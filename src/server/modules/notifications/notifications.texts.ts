/** The texts of each cause, in both languages, and the page it leads to. */
import type { NotificationKind } from '../../../contract/account/notifications.ts';
import type { Locale } from '../../../contract/errors.ts';
import { billingMail, type MailValues } from '../mail/mail.service.ts';

/** The causes that people are notified of; each has a mail template of the same name with the same values. */
export type Cause =
  | 'new_episode'
  | 'notice'
  | 'inquiry_answered'
  | 'new_sign_in'
  | 'password_changed'
  | 'password_set'
  | 'email_changed'
  | 'pin_guessed'
  | 'billing';

interface Said {
  title: string;
  text: string;
}

interface Declaration<Values> {
  kind: NotificationKind;
  /** A page of the viewer app. */
  path(values: Values): string;
  say: Record<Locale, (values: Values) => Said>;
}

export const causes: { [C in Cause]: Declaration<MailValues[C]> } = {
  new_episode: {
    kind: 'new_episode',
    path: ({ slug }) => `/view/s/${slug}`,
    say: {
      ko: ({ title_ko, number }) => ({
        title: `${title_ko} ${number}화가 올라왔어요`,
        text: '지금 바로 볼 수 있어요.',
      }),
      en: ({ title_en, number }) => ({
        title: `${title_en}: episode ${number} is out`,
        text: 'You can watch it now.',
      }),
    },
  },
  notice: {
    kind: 'notice',
    path: ({ id }) => `/notice/${id}`,
    say: {
      ko: ({ title_ko }) => ({ title: title_ko, text: '새 공지사항이에요.' }),
      en: ({ title_en }) => ({ title: title_en, text: 'A notice from us.' }),
    },
  },
  inquiry_answered: {
    kind: 'inquiry_answered',
    path: ({ id }) => `/account/inquiry-history/${id}`,
    say: {
      ko: ({ title }) => ({ title: '문의에 답변이 도착했어요', text: title }),
      en: ({ title }) => ({ title: 'We’ve answered your inquiry', text: title }),
    },
  },
  new_sign_in: {
    kind: 'security',
    path: () => '/account/devices',
    say: {
      ko: ({ device }) => ({
        title: '새 기기에서 로그인했어요',
        text: `${device || '알 수 없는 기기'} · 직접 하신 일이 아니라면 바로 로그아웃해 주세요.`,
      }),
      en: ({ device }) => ({
        title: 'Login on a new device',
        text: `${device || 'Unknown device'} · If this wasn’t you, log it out right away.`,
      }),
    },
  },
  password_changed: {
    kind: 'security',
    path: () => '/account/login-history',
    say: {
      ko: () => ({ title: '비밀번호가 바뀌었어요', text: '다른 기기에서는 모두 로그아웃했어요.' }),
      en: () => ({ title: 'Your password was changed', text: 'All other devices have been logged out.' }),
    },
  },
  password_set: {
    kind: 'security',
    path: () => '/account/login-history',
    say: {
      ko: () => ({ title: '비밀번호를 정했어요', text: '다른 기기에서는 모두 로그아웃했어요.' }),
      en: () => ({
        title: 'Your account has a password now',
        text: 'All other devices have been logged out.',
      }),
    },
  },
  pin_guessed: {
    kind: 'security',
    path: () => '/account/devices',
    say: {
      ko: ({ profile }) => ({
        title:
          profile === null ? '보호자 PIN을 여러 번 틀렸어요' : `${profile} 프로필의 PIN을 여러 번 틀렸어요`,
        text: '이제 PIN 대신 계정 비밀번호나 이메일로 확인해요.',
      }),
      en: ({ profile }) => ({
        title: profile === null ? 'Too many wrong parent PINs' : `Too many wrong PINs for ${profile}`,
        text: 'We now ask for the account password or a code by email.',
      }),
    },
  },
  email_changed: {
    kind: 'security',
    path: () => '/account/information',
    say: {
      ko: ({ email }) => ({ title: '이메일 주소가 바뀌었어요', text: `이제 ${email} 주소를 써요.` }),
      en: ({ email }) => ({ title: 'Your email address was changed', text: `It is ${email} now.` }),
    },
  },
  billing: {
    kind: 'billing',
    path: (values) => sayBilling(values, 'ko').path,
    say: {
      ko: (values) => sayBilling(values, 'ko'),
      en: (values) => sayBilling(values, 'en'),
    },
  },
};

/** A notification about money says what the mail about it begins with, and leads where its button does. */
function sayBilling(values: MailValues['billing'], locale: Locale): Said & { path: string } {
  const { heading, preview, button } = billingMail(locale, values, { brand: '', link: (path) => path });
  return { title: heading, text: preview, path: button?.url ?? '/account/membership' };
}

/** The text of a stored event in a language. */
export function sayEvent(
  { cause, values }: { cause: string; values: Record<string, unknown> },
  locale: Locale,
): Said & { path: string } {
  const declared = causes[cause as Cause] as Declaration<unknown>;
  return { ...declared.say[locale](values), path: declared.path(values) };
}
