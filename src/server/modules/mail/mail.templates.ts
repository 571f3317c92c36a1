/** What the service writes to people: each message once, from its values, in both languages. */
import type { Locale } from '../../../contract/errors.ts';
import type { MailContent } from './mail.layout.ts';

/** What each message is about. */
export interface MailValues {
  sign_up_code: { code: string; minutes: number };
  sign_up_taken: Record<string, never>;
  password_reset: { token: string; minutes: number };
  password_changed: { at: Date };
  profile_email_code: { code: string; minutes: number };
}
export type MailTemplate = keyof MailValues;

/** What a message may use beside its values. */
export interface MailAbout {
  brand: string;
  /** An address of the viewer app. */
  link(path: string): string;
  /** An instant as people write it, in the service's zone. */
  instant(at: Date): string;
  day(at: Date): string;
}

interface Declaration<Values> {
  /** It opens a door: once sent, nobody may read it here. */
  secret?: true;
  write: Record<Locale, (values: Values, about: MailAbout) => MailContent>;
}

const notYou = {
  ko: '직접 하신 일이 아니라면 바로 비밀번호를 바꾸고 알려 주세요.',
  en: 'If this was not you, change your password right away and let us know.',
};
const ignore = {
  ko: '요청하신 적이 없다면 이 메일은 무시하셔도 돼요.',
  en: 'If you did not ask for this, you can ignore this email.',
};

export const mailTemplates: { [K in MailTemplate]: Declaration<MailValues[K]> } = {
  sign_up_code: {
    secret: true,
    write: {
      ko: ({ code, minutes }, { brand }) => ({
        subject: `${brand} 가입 인증 번호`,
        preview: `인증 번호는 ${minutes}분 동안 쓸 수 있어요.`,
        heading: '이메일 주소를 확인해 주세요',
        paragraphs: [`가입 화면에 아래 인증 번호 여섯 자리를 입력해 주세요. ${minutes}분 동안 쓸 수 있어요.`],
        code,
        note: `${ignore.ko} 인증 번호는 아무에게도 알려 주지 마세요.`,
      }),
      en: ({ code, minutes }, { brand }) => ({
        subject: `Your ${brand} sign-up code`,
        preview: `The code works for ${minutes} minutes.`,
        heading: 'Confirm your email address',
        paragraphs: [`Enter these six digits on the sign-up page. They work for ${minutes} minutes.`],
        code,
        note: `${ignore.en} Never share the code with anyone.`,
      }),
    },
  },
  sign_up_taken: {
    write: {
      ko: (_, { brand, link }) => ({
        subject: `이미 ${brand}에 가입한 이메일 주소예요`,
        preview: '로그인하거나 비밀번호를 다시 만들 수 있어요.',
        heading: '이미 가입하셨어요',
        paragraphs: [
          '방금 누군가 이 이메일 주소로 새로 가입하려고 했어요. 이 주소의 계정이 이미 있어서 새 계정은 만들지 않았어요.',
          '비밀번호가 기억나지 않으면 아래에서 다시 만들 수 있어요.',
        ],
        button: { label: '비밀번호 다시 만들기', url: link('/forgot') },
        note: ignore.ko,
      }),
      en: (_, { brand, link }) => ({
        subject: `You already have a ${brand} account`,
        preview: 'Log in, or make a new password.',
        heading: 'You already have an account',
        paragraphs: [
          'Somebody just tried to sign up with this email address. It already has an account, so no new one was made.',
          'If you have forgotten your password, you can make a new one here.',
        ],
        button: { label: 'Make a new password', url: link('/forgot') },
        note: ignore.en,
      }),
    },
  },
  password_reset: {
    secret: true,
    write: {
      ko: ({ token, minutes }, { brand, link }) => ({
        subject: `${brand} 비밀번호 다시 만들기`,
        preview: `링크는 ${minutes}분 동안 한 번만 쓸 수 있어요.`,
        heading: '비밀번호를 다시 만들어 주세요',
        paragraphs: [
          `아래 버튼을 누르면 새 비밀번호를 정할 수 있어요. ${minutes}분 동안 한 번만 쓸 수 있어요.`,
        ],
        button: { label: '새 비밀번호 정하기', url: link(`/reset?token=${token}`) },
        note: ignore.ko,
      }),
      en: ({ token, minutes }, { brand, link }) => ({
        subject: `Reset your ${brand} password`,
        preview: `The link works once, for ${minutes} minutes.`,
        heading: 'Reset your password',
        paragraphs: [`Use the button to choose a new password. It works once, for ${minutes} minutes.`],
        button: { label: 'Choose a new password', url: link(`/reset?token=${token}`) },
        note: ignore.en,
      }),
    },
  },
  password_changed: {
    write: {
      ko: ({ at }, { brand, instant, link }) => ({
        subject: `${brand} 비밀번호가 바뀌었어요`,
        preview: '다른 기기에서는 모두 로그아웃했어요.',
        heading: '비밀번호가 바뀌었어요',
        paragraphs: ['계정의 비밀번호가 바뀌어서 다른 기기에서는 모두 로그아웃했어요.'],
        facts: [['바뀐 때', instant(at)]],
        button: { label: '비밀번호 다시 만들기', url: link('/forgot') },
        note: notYou.ko,
      }),
      en: ({ at }, { brand, instant, link }) => ({
        subject: `Your ${brand} password was changed`,
        preview: 'All other devices have been logged out.',
        heading: 'Your password was changed',
        paragraphs: ['The password of your account was changed, and all other devices have been logged out.'],
        facts: [['Changed', instant(at)]],
        button: { label: 'Reset the password', url: link('/forgot') },
        note: notYou.en,
      }),
    },
  },
  profile_email_code: {
    secret: true,
    write: {
      ko: ({ code, minutes }, { brand }) => ({
        subject: `${brand} 프로필 이메일 인증 번호`,
        preview: `인증 번호는 ${minutes}분 동안 쓸 수 있어요.`,
        heading: '프로필 이메일을 확인해 주세요',
        paragraphs: [
          `이 주소로 프로필의 소식을 보내 드리려고 해요. 화면에 아래 인증 번호 여섯 자리를 입력해 주세요. ${minutes}분 동안 쓸 수 있어요.`,
        ],
        code,
        note: `${ignore.ko} 인증 번호는 아무에게도 알려 주지 마세요.`,
      }),
      en: ({ code, minutes }, { brand }) => ({
        subject: `Your ${brand} profile email code`,
        preview: `The code works for ${minutes} minutes.`,
        heading: 'Confirm your profile email',
        paragraphs: [
          `We will send this profile’s notices to this address. Enter these six digits on the page. They work for ${minutes} minutes.`,
        ],
        code,
        note: `${ignore.en} Never share the code with anyone.`,
      }),
    },
  },
};
