/** Templates of the service's mail, in both languages. */

import type { SignInMethod } from '../../../contract/account/devices.ts';
import type { Locale } from '../../../contract/errors.ts';
import { type ProviderName, providerLabels } from '../../../contract/providers.ts';
import { type BillingMail, billingMail } from './billing.templates.ts';
import type { MailAbout, MailContent } from './mail.layout.ts';

/** A sign-in method: a provider, or a passkey with the name given by its owner. */
type MethodChange = { at: Date } & ({ provider: ProviderName } | { passkey: string });

const methodName = (values: MethodChange, locale: Locale): string => {
  if ('provider' in values) return providerLabels[values.provider][locale];
  return locale === 'ko' ? `패스키 “${values.passkey}”` : `the passkey “${values.passkey}”`;
};

/** Name of the sign-in method of a new device. */
const signedInBy = (method: SignInMethod, locale: Locale): string => {
  if (method === 'password') return { ko: '비밀번호', en: 'Password' }[locale];
  if (method === 'passkey') return { ko: '패스키', en: 'Passkey' }[locale];
  if (method === 'tv') return { ko: 'TV 코드', en: 'TV code' }[locale];
  return providerLabels[method][locale];
};

/** Advice against a login by an attacker, by sign-in method: the page to open, and the note on what to change. */
const againstSignIn = (
  method: SignInMethod,
): { path: string } & Record<Locale, { label: string; note: string }> => {
  const devices = { ko: '로그인한 기기 보기', en: 'See your devices' };
  const methods = { ko: '로그인 방법 확인하기', en: 'See the ways to log in' };
  if (method === 'password')
    return {
      path: '/account/devices',
      ko: { label: devices.ko, note: notYou.ko },
      en: { label: devices.en, note: notYou.en },
    };
  if (method === 'tv')
    return {
      path: '/account/devices',
      ko: { label: devices.ko, note: '직접 하신 일이 아니라면 바로 그 기기를 로그아웃하고 알려 주세요.' },
      en: {
        label: devices.en,
        note: 'If this was not you, log that device out right away and let us know.',
      },
    };
  return {
    path: method === 'passkey' ? '/account/passkeys' : '/account/linked-accounts',
    ko: {
      label: methods.ko,
      note: '직접 하신 일이 아니라면 모르는 로그인 방법을 없애고, 그 기기를 로그아웃하고, 알려 주세요.',
    },
    en: {
      label: methods.en,
      note: 'If this was not you, remove any way to log in that you don’t know, log that device out and let us know.',
    },
  };
};

/** The values of each message. */
export interface MailValues {
  sign_up_code: { code: string; minutes: number };
  sign_up_taken: Record<string, never>;
  password_reset: { token: string; minutes: number };
  password_changed: { at: Date };
  password_set: { at: Date };
  profile_email_code: { code: string; minutes: number };
  identity_code: { code: string; minutes: number };
  email_code: { code: string; minutes: number };
  email_changed: { at: Date; email: string };
  deletion_requested: { at: Date };
  account_erased: Record<string, never>;
  new_sign_in: { at: Date; device: string; address: string; country: string; method: SignInMethod };
  sign_in_method_added: MethodChange;
  sign_in_method_removed: MethodChange;
  inquiry_answered: { id: string; title: string };
  new_episode: { slug: string; title_ko: string; title_en: string; season: number; number: number };
  notice: { id: string; title_ko: string; title_en: string };
  data_ready: { days: number };
  billing: BillingMail;
  /** For a waiting release. `reasons`: a line for each refused change of the addressee. */
  /** `others`: labels of the refused changes of other makers. */
  release_waiting: { id: string; name: string; at: Date; reasons: string[]; others: string[] };
  /** `path`: page of the report in the office. `figures`: its totals, with the change from the period before. */
  report: {
    title: string;
    period: string;
    path: string;
    figures: [label: string, value: string][];
    table: { heading: string[]; rows: string[][] };
    /** Number of filters of the report. */
    filters: number;
  };
  /** `profile`: name of the profile with the PIN. Null for the parent PIN. */
  pin_guessed: { at: Date; profile: string | null };
}
export type MailTemplate = keyof MailValues;

interface Declaration<Values> {
  /** The message gives access to an account. Its text cannot be read in the office after sending. */
  secret?: true;
  /** An attacker who knows an address can cause the message. Such messages share a limit per mailbox and hour. */
  bounded?: true;
  /** The addressee is being erased. Nothing of the message is stored after it was sent or given up. */
  last?: true;
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
    bounded: true,
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
    bounded: true,
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
        preview: 'Log in, or create a new password.',
        heading: 'You already have an account',
        paragraphs: [
          'Somebody just tried to sign up with this email address. It already has an account, so no new one was made.',
          'If you have forgotten your password, you can create a new one here.',
        ],
        button: { label: 'Create a new password', url: link('/forgot') },
        note: ignore.en,
      }),
    },
  },
  password_reset: {
    secret: true,
    bounded: true,
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
  pin_guessed: {
    write: {
      ko: ({ at, profile }, { brand, instant, link }) => ({
        subject: `${brand} PIN을 여러 번 잘못 입력했어요`,
        preview: '이제 PIN만으로는 들어갈 수 없어요.',
        heading: 'PIN을 여러 번 잘못 입력했어요',
        paragraphs: [
          `누군가 ${profile === null ? '보호자 PIN' : `“${profile}” 프로필의 PIN`}을 스무 번 잘못 입력했어요. 그래서 이제 PIN 대신 계정 비밀번호나 이메일로 본인인지 확인해요.`,
          '확인하거나 PIN을 새로 정하면 다시 PIN으로 들어갈 수 있어요.',
        ],
        facts: [['마지막으로 잘못 입력한 때', instant(at)]],
        button: { label: '로그인한 기기 보기', url: link('/account/devices') },
        note: '가족이 한 일이 아니라면 모르는 기기를 로그아웃하고 비밀번호를 바꿔 주세요.',
      }),
      en: ({ at, profile }, { brand, instant, link }) => ({
        subject: `Too many wrong PINs on ${brand}`,
        preview: 'The PIN alone is no longer enough.',
        heading: 'Too many wrong PINs',
        paragraphs: [
          `Somebody got ${profile === null ? 'the parent PIN' : `the PIN of the profile “${profile}”`} wrong twenty times. We now ask for the account password or a code by email instead.`,
          'The PIN works again once you have confirmed that it is you, or have set a new one.',
        ],
        facts: [['Last wrong PIN', instant(at)]],
        button: { label: 'See your devices', url: link('/account/devices') },
        note: 'If it was nobody in your family, log out any device you don’t know and change your password.',
      }),
    },
  },
  password_set: {
    write: {
      ko: ({ at }, { brand, instant, link }) => ({
        subject: `${brand} 비밀번호를 정했어요`,
        preview: '다른 기기에서는 모두 로그아웃했어요.',
        heading: '비밀번호를 정했어요',
        paragraphs: ['이제 이 계정에 비밀번호로도 로그인할 수 있어요. 다른 기기에서는 모두 로그아웃했어요.'],
        facts: [['정한 때', instant(at)]],
        button: { label: '비밀번호 다시 만들기', url: link('/forgot') },
        note: notYou.ko,
      }),
      en: ({ at }, { brand, instant, link }) => ({
        subject: `Your ${brand} account has a password now`,
        preview: 'All other devices have been logged out.',
        heading: 'A password was set',
        paragraphs: [
          'You can now log in to your account with a password, too. All other devices have been logged out.',
        ],
        facts: [['Set', instant(at)]],
        button: { label: 'Reset the password', url: link('/forgot') },
        note: notYou.en,
      }),
    },
  },
  profile_email_code: {
    secret: true,
    bounded: true,
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
  identity_code: {
    secret: true,
    write: {
      ko: ({ code, minutes }, { brand }) => ({
        subject: `${brand} 본인 확인 인증 번호`,
        preview: `인증 번호는 ${minutes}분 동안 쓸 수 있어요.`,
        heading: '본인인지 확인할게요',
        paragraphs: [
          `계정 정보를 바꾸려면 화면에 아래 인증 번호를 입력해 주세요. ${minutes}분 동안 쓸 수 있어요.`,
        ],
        code,
        note: `${notYou.ko} 인증 번호는 아무에게도 알려 주지 마세요.`,
      }),
      en: ({ code, minutes }, { brand }) => ({
        subject: `Your ${brand} confirmation code`,
        preview: `The code works for ${minutes} minutes.`,
        heading: 'Confirm that it is you',
        paragraphs: [`Enter this code to change your account. It works for ${minutes} minutes.`],
        code,
        note: `${notYou.en} Never share the code with anyone.`,
      }),
    },
  },
  email_code: {
    secret: true,
    bounded: true,
    write: {
      ko: ({ code, minutes }, { brand }) => ({
        subject: `${brand} 새 이메일 인증 번호`,
        preview: `인증 번호는 ${minutes}분 동안 쓸 수 있어요.`,
        heading: '새 이메일 주소를 확인해 주세요',
        paragraphs: [
          `이 주소를 계정의 이메일로 쓰려면 화면에 아래 인증 번호를 입력해 주세요. ${minutes}분 동안 쓸 수 있어요.`,
        ],
        code,
        note: ignore.ko,
      }),
      en: ({ code, minutes }, { brand }) => ({
        subject: `Confirm your new email for ${brand}`,
        preview: `The code works for ${minutes} minutes.`,
        heading: 'Confirm your new email address',
        paragraphs: [
          `Enter this code to use this address for your account. It works for ${minutes} minutes.`,
        ],
        code,
        note: ignore.en,
      }),
    },
  },
  email_changed: {
    write: {
      ko: ({ at, email }, { brand, instant }) => ({
        subject: `${brand} 계정의 이메일이 바뀌었어요`,
        preview: `이제 ${email} 주소를 써요.`,
        heading: '이메일 주소가 바뀌었어요',
        paragraphs: ['이 주소는 이제 계정의 이메일이 아니에요. 앞으로 메일은 새 주소로 보내 드려요.'],
        facts: [
          ['새 주소', email],
          ['바뀐 때', instant(at)],
        ],
        note: '직접 하신 일이 아니라면 아래 주소로 바로 알려 주세요. 계정을 되찾도록 도와드려요.',
      }),
      en: ({ at, email }, { brand, instant }) => ({
        subject: `The email of your ${brand} account was changed`,
        preview: `It is ${email} now.`,
        heading: 'Your email address was changed',
        paragraphs: ['This is no longer the address of your account. From now on we write to the new one.'],
        facts: [
          ['New address', email],
          ['Changed', instant(at)],
        ],
        note: 'If this was not you, let us know right away at the address below, and we will help you get your account back.',
      }),
    },
  },
  deletion_requested: {
    write: {
      ko: ({ at }, { brand, day, link }) => ({
        subject: `${brand} 계정 삭제를 신청했어요`,
        preview: `${day(at)}에 모든 정보가 지워져요.`,
        heading: '계정 삭제를 신청했어요',
        paragraphs: [
          `${day(at)}에 프로필과 시청 기록까지 계정의 모든 정보가 지워지고, 되돌릴 수 없어요.`,
          '이용권의 자동 결제는 지금 끝나요. 청구서가 있다면 이름을 지운 채로 법에서 정한 기간 동안 보관해요.',
          '마음이 바뀌면 그 전에 로그인해서 취소할 수 있어요.',
        ],
        button: { label: '로그인해서 취소하기', url: link('/login') },
        note: notYou.ko,
      }),
      en: ({ at }, { brand, day, link }) => ({
        subject: `Your ${brand} account will be deleted`,
        preview: `Everything is erased on ${day(at)}.`,
        heading: 'You asked us to delete your account',
        paragraphs: [
          `On ${day(at)} everything in your account is erased, profiles and watch history included. That cannot be undone.`,
          'Your plan stops renewing now. Any invoices are kept without your name for as long as the law requires.',
          'If you change your mind, log in before then and cancel.',
        ],
        button: { label: 'Log in to cancel', url: link('/login') },
        note: notYou.en,
      }),
    },
  },
  account_erased: {
    last: true,
    write: {
      ko: (_, { brand }) => ({
        subject: `${brand} 계정을 지웠어요`,
        preview: '계정의 모든 정보를 지웠어요.',
        heading: '계정을 지웠어요',
        paragraphs: [
          '신청하신 대로 계정의 모든 정보를 지웠어요. 청구서가 있다면 이름 없이 법에서 정한 기간 동안만 남아요. 이 메일을 보낸 기록도 남기지 않아요. 그동안 함께해 주셔서 감사해요.',
        ],
      }),
      en: (_, { brand }) => ({
        subject: `Your ${brand} account has been deleted`,
        preview: 'Everything in it has been erased.',
        heading: 'Your account has been deleted',
        paragraphs: [
          'As you asked, everything in your account has been erased; any invoices stay without your name for as long as the law requires. No record of this email is kept either. Thank you for watching with us.',
        ],
      }),
    },
  },
  new_sign_in: {
    write: {
      ko: ({ at, device, address, country, method }, { brand, instant, link, country: nameOf }) => ({
        subject: `${brand}에 새 기기로 로그인했어요`,
        preview: device || '처음 보는 기기예요.',
        heading: '새 기기에서 로그인했어요',
        paragraphs: ['이 계정으로 처음 보는 기기에서 로그인했어요. 직접 하신 일이면 그대로 두셔도 돼요.'],
        facts: [
          ['기기', device || '알 수 없음'],
          ['로그인 방법', signedInBy(method, 'ko')],
          ['로그인한 때', instant(at)],
          ['지역', nameOf(country)],
          ['IP 주소', address],
        ],
        button: { label: againstSignIn(method).ko.label, url: link(againstSignIn(method).path) },
        note: againstSignIn(method).ko.note,
      }),
      en: ({ at, device, address, country, method }, { brand, instant, link, country: nameOf }) => ({
        subject: `New login to ${brand}`,
        preview: device || 'A device we have not seen before.',
        heading: 'Login on a new device',
        paragraphs: [
          'Your account was just used on a device we have not seen before. If that was you, there is nothing to do.',
        ],
        facts: [
          ['Device', device || 'Unknown'],
          ['Logged in with', signedInBy(method, 'en')],
          ['Time', instant(at)],
          ['Country', nameOf(country)],
          ['IP address', address],
        ],
        button: { label: againstSignIn(method).en.label, url: link(againstSignIn(method).path) },
        note: againstSignIn(method).en.note,
      }),
    },
  },
  sign_in_method_added: {
    write: {
      ko: (values, { brand, instant, link }) => ({
        subject: `${brand} 계정에 로그인 방법이 추가됐어요`,
        preview: `추가된 방법: ${methodName(values, 'ko')}`,
        heading: '로그인 방법이 추가됐어요',
        paragraphs: ['이 계정에 로그인하는 방법이 하나 늘었어요. 직접 하신 일이면 그대로 두셔도 돼요.'],
        facts: [
          ['추가된 방법', methodName(values, 'ko')],
          ['추가된 때', instant(values.at)],
        ],
        button: {
          label: '로그인 방법 확인하기',
          url: link('provider' in values ? '/account/linked-accounts' : '/account/passkeys'),
        },
        note: '직접 하신 일이 아니라면 바로 그 방법을 없애고, 비밀번호를 바꾸고, 알려 주세요.',
      }),
      en: (values, { brand, instant, link }) => ({
        subject: `A way to log in was added to your ${brand} account`,
        preview: `You can now log in with ${methodName(values, 'en')}.`,
        heading: 'A way to log in was added',
        paragraphs: [
          'There is one more way to log in to your account. If that was you, there is nothing to do.',
        ],
        facts: [
          ['Added', methodName(values, 'en')],
          ['Time', instant(values.at)],
        ],
        button: {
          label: 'See the ways to log in',
          url: link('provider' in values ? '/account/linked-accounts' : '/account/passkeys'),
        },
        note: 'If this was not you, remove it right away, change your password and let us know.',
      }),
    },
  },
  sign_in_method_removed: {
    write: {
      ko: (values, { brand, instant }) => ({
        subject: `${brand} 계정에서 로그인 방법이 없어졌어요`,
        preview: `없어진 방법: ${methodName(values, 'ko')}`,
        heading: '로그인 방법이 없어졌어요',
        paragraphs: ['앞으로 이 방법으로는 계정에 로그인할 수 없어요.'],
        facts: [
          ['없어진 방법', methodName(values, 'ko')],
          ['없어진 때', instant(values.at)],
        ],
        note: notYou.ko,
      }),
      en: (values, { brand, instant }) => ({
        subject: `A way to log in was removed from your ${brand} account`,
        preview: `You can no longer log in with ${methodName(values, 'en')}.`,
        heading: 'A way to log in was removed',
        paragraphs: ['From now on this no longer logs in to your account.'],
        facts: [
          ['Removed', methodName(values, 'en')],
          ['Time', instant(values.at)],
        ],
        note: notYou.en,
      }),
    },
  },
  inquiry_answered: {
    write: {
      ko: ({ id, title }, { brand, link }) => ({
        subject: `${brand} 문의에 답변이 도착했어요`,
        preview: title,
        heading: '문의하신 내용에 답변드렸어요',
        paragraphs: [`“${title}” 문의에 답변이 도착했어요. 아래에서 바로 확인할 수 있어요.`],
        button: { label: '답변 보기', url: link(`/account/inquiry-history/${id}`) },
        note: '더 궁금한 점이 있으면 같은 문의에 이어서 적어 주세요.',
      }),
      en: ({ id, title }, { brand, link }) => ({
        subject: `${brand} has answered your inquiry`,
        preview: title,
        heading: 'We’ve answered your inquiry',
        paragraphs: [`There is an answer to “${title}”. You can read it here.`],
        button: { label: 'Read the answer', url: link(`/account/inquiry-history/${id}`) },
        note: 'If you have more questions, just write again in the same inquiry.',
      }),
    },
  },
  new_episode: {
    write: {
      ko: ({ slug, title_ko, number }, { link }) => ({
        subject: `${title_ko} ${number}화가 올라왔어요`,
        preview: '지금 바로 볼 수 있어요.',
        heading: `${title_ko} ${number}화가 올라왔어요`,
        paragraphs: ['찜해 두신 작품의 새 회차를 지금 바로 볼 수 있어요.'],
        button: { label: '보러 가기', url: link(`/view/s/${slug}`) },
      }),
      en: ({ slug, title_en, number }, { link }) => ({
        subject: `${title_en}: episode ${number} is out`,
        preview: 'You can watch it now.',
        heading: `${title_en}: episode ${number} is out`,
        paragraphs: ['A title on your list has a new episode. You can watch it now.'],
        button: { label: 'Watch it', url: link(`/view/s/${slug}`) },
      }),
    },
  },
  notice: {
    write: {
      ko: ({ id, title_ko }, { brand, link }) => ({
        subject: `${brand} 공지: ${title_ko}`,
        preview: title_ko,
        heading: title_ko,
        paragraphs: ['새 공지사항이 올라왔어요. 자세한 내용은 아래에서 볼 수 있어요.'],
        button: { label: '공지 읽기', url: link(`/notice/${id}`) },
      }),
      en: ({ id, title_en }, { brand, link }) => ({
        subject: `${brand} notice: ${title_en}`,
        preview: title_en,
        heading: title_en,
        paragraphs: ['We have posted a notice. You can read all of it here.'],
        button: { label: 'Read the notice', url: link(`/notice/${id}`) },
      }),
    },
  },
  billing: {
    write: {
      ko: (values, about) => billingMail('ko', values, about),
      en: (values, about) => billingMail('en', values, about),
    },
  },
  data_ready: {
    write: {
      ko: ({ days }, { brand, link }) => ({
        subject: `${brand}에서 모은 내 데이터가 준비됐어요`,
        preview: `${days}일 동안 내려받을 수 있어요.`,
        heading: '내 데이터가 준비됐어요',
        paragraphs: [
          `요청하신 데이터를 파일 하나로 모았어요. ${days}일 동안 내려받을 수 있고, 그 뒤에는 지워요.`,
          '로그인한 본인만 내려받을 수 있어요.',
        ],
        button: { label: '내려받으러 가기', url: link('/account/download-data') },
        note: notYou.ko,
      }),
      en: ({ days }, { brand, link }) => ({
        subject: `Your ${brand} data is ready`,
        preview: `You can download it for ${days} days.`,
        heading: 'Your data is ready',
        paragraphs: [
          `We have put the data you asked for into one file. You can download it for ${days} days; after that we delete it.`,
          'Only you can download it, while you are logged in.',
        ],
        button: { label: 'Go to the download', url: link('/account/download-data') },
        note: notYou.en,
      }),
    },
  },
  report: {
    write: {
      ko: ({ title, period, path, figures, table, filters }, { brand, link }) => ({
        subject: `${brand} 보고서: ${title}, ${period}`,
        preview: figures.map((figure) => figure.join(' ')).join(' · ') || '이 기간에는 기록이 없어요.',
        heading: title,
        paragraphs: [
          period,
          ...(filters > 0 ? [`조건 ${filters}개에 맞는 것만 담았어요.`] : []),
          ...(table.rows.length === 0 ? ['이 기간에는 기록이 없어요.'] : []),
        ],
        ...(figures.length > 0 ? { facts: figures } : {}),
        ...(table.rows.length > 0 ? { table } : {}),
        button: { label: '보고서 열기', url: link(path) },
        note: '보고서 화면의 ‘메일’에서 언제든 그만 받을 수 있어요.',
      }),
      en: ({ title, period, path, figures, table, filters }, { brand, link }) => ({
        subject: `${brand} report: ${title}, ${period}`,
        preview: figures.map((figure) => figure.join(' ')).join(' · ') || 'There is nothing in this period.',
        heading: title,
        paragraphs: [
          period,
          ...(filters > 0 ? [`It is narrowed by ${filters} ${filters === 1 ? 'filter' : 'filters'}.`] : []),
          ...(table.rows.length === 0 ? ['There is nothing in this period.'] : []),
        ],
        ...(figures.length > 0 ? { facts: figures } : {}),
        ...(table.rows.length > 0 ? { table } : {}),
        button: { label: 'Open the report', url: link(path) },
        note: 'You can stop these emails at any time under “Email” on the report’s page.',
      }),
    },
  },
  release_waiting: {
    write: {
      ko: ({ id, name, at, reasons, others }, { instant, link }) => ({
        subject: `예약한 변경을 적용하지 못했어요: ${name}`,
        preview: '그사이 바뀐 것이 있어 확인이 필요해요.',
        heading: '예약한 변경이 기다리고 있어요',
        paragraphs: [
          `‘${name}’ 예약을 ${instant(at)}에 적용하려 했지만 맞지 않는 내용이 있어, 아무것도 바꾸지 않았어요.`,
          ...reasons,
          ...(others.length > 0 ? [`다른 사람이 예약한 변경 가운데 맞지 않는 것: ${others.join(', ')}`] : []),
        ],
        button: { label: '확인하러 가기', url: link(`/office/releases/${id}`) },
      }),
      en: ({ id, name, at, reasons, others }, { instant, link }) => ({
        subject: `Planned changes could not be applied: ${name}`,
        preview: 'Something has changed in the meantime.',
        heading: 'Planned changes are waiting for you',
        paragraphs: [
          `“${name}” was to be applied on ${instant(at)}, but not all of it fits anymore. Nothing was changed.`,
          ...reasons,
          ...(others.length > 0
            ? [`What does not fit of what others have planned: ${others.join(', ')}`]
            : []),
        ],
        button: { label: 'Review the changes', url: link(`/office/releases/${id}`) },
      }),
    },
  },
};
