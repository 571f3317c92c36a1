/** Texts of validation failures, in both languages. `:attribute`, `:min` and so on are filled in by the server. */
import type { Locale } from './errors.ts';

export const validationMessages = {
  required: { ko: '이 칸의 입력은 필수입니다.', en: 'This field is required.' },
  string: { ko: '글자로 입력해 주세요.', en: 'This has to be text.' },
  number: { ko: '숫자로 입력해 주세요.', en: 'This has to be a number.' },
  integer: { ko: '정수로 입력해 주세요.', en: 'This has to be a whole number.' },
  boolean: { ko: '예 또는 아니요로 골라 주세요.', en: 'This has to be yes or no.' },
  array: { ko: '목록이어야 해요.', en: 'This has to be a list.' },
  object: { ko: '올바른 형식이 아니에요.', en: 'This has the wrong shape.' },
  in: { ko: '고를 수 있는 값이 아니에요.', en: 'This is not one of the choices.' },
  min_text: { ko: ':min자 이상 입력해 주세요.', en: 'Please enter at least :min characters.' },
  max_text: { ko: ':max자까지 입력할 수 있어요.', en: 'Please keep this to :max characters.' },
  min_number: { ko: ':min 이상이어야 해요.', en: 'This has to be at least :min.' },
  max_number: { ko: ':max 이하여야 해요.', en: 'This has to be at most :max.' },
  max_items: { ko: '최대 :max개까지 넣을 수 있어요.', en: 'At most :max items fit here.' },
  email: { ko: '이메일 주소 형식이 올바르지 않습니다.', en: 'This has to be a valid email address.' },
  uuid: { ko: '올바른 번호가 아니에요.', en: 'This is not a valid id.' },
  date: { ko: '올바른 날짜가 아니에요.', en: 'This is not a valid date.' },
  format: { ko: '형식이 올바르지 않아요.', en: 'The format is not right.' },
  unknown_key: { ko: '알 수 없는 항목이에요.', en: 'This field is not known.' },
  pin: { ko: 'PIN 번호가 맞지 않아요.', en: 'That PIN is not right.' },
  password: { ko: '비밀번호가 올바르지 않습니다.', en: 'The password is incorrect.' },
  proof: {
    ko: '계정 비밀번호나 보호자 PIN으로 확인해 주세요.',
    en: 'Please confirm with the account password or the parent PIN.',
  },
  name_taken: { ko: '같은 이름의 프로필이 있어요.', en: 'Another profile has this name.' },
  kid_maturity: {
    ko: '키즈 프로필은 12세 등급까지 볼 수 있어요.',
    en: 'A kids profile can go up to 12+.',
  },
  hours_order: {
    ko: '끝나는 시각은 시작보다 늦어야 해요.',
    en: 'The end has to be later than the start.',
  },
  zone: { ko: '알 수 없는 시간대예요.', en: 'This time zone is not known.' },
  password_common: {
    ko: '많이 쓰이는 비밀번호라 쉽게 뚫려요. 다른 비밀번호를 정해 주세요.',
    en: 'This password is too common. Please choose another.',
  },
  password_own: {
    ko: '아이디나 이메일과 같은 비밀번호는 쓸 수 없어요.',
    en: 'The password cannot be your username or email.',
  },
  confirmed: { ko: '비밀번호가 서로 달라요.', en: 'The passwords do not match.' },
  accepted: { ko: '동의해야 계속할 수 있어요.', en: 'You need to agree to continue.' },
  phone: {
    ko: '전화번호를 국가 번호부터 다시 확인해 주세요.',
    en: 'Please check the phone number, with its country code.',
  },
  username_taken: { ko: '이미 사용 중인 아이디예요.', en: 'ID already taken.' },
  email_taken: { ko: '이미 사용 중인 이메일 주소예요.', en: 'Email already in use.' },
  code: { ko: '인증 번호가 맞지 않아요.', en: 'That code is not right.' },
  code_over: {
    ko: '이 인증 번호는 더 쓸 수 없어요. 새 번호를 받아 주세요.',
    en: 'This code no longer works. Please ask for a new one.',
  },
  reset_token: {
    ko: '비밀번호를 바꿀 수 있는 링크가 아니에요. 새 링크를 받아 주세요.',
    en: 'This password reset token is invalid.',
  },
  app_code: {
    ko: '코드가 맞지 않아요. 새 코드로 다시 입력해 주세요.',
    en: 'That code is not right. Try the newest one.',
  },
  unique: { ko: '이미 사용 중입니다.', en: 'This is already taken.' },
  exists: { ko: '없는 항목이에요. 다시 골라 주세요.', en: 'This no longer exists. Please choose again.' },
  number_taken: { ko: '같은 번호가 이미 있어요.', en: 'That number is already used.' },
  parent_depth: {
    ko: '하위 카테고리 아래에는 카테고리를 둘 수 없어요.',
    en: 'A sub-category cannot hold categories.',
  },
  genre_depth: {
    ko: '하위 장르 아래에는 장르를 둘 수 없어요.',
    en: 'A sub-genre cannot hold genres.',
  },
  sub_category_of_other: {
    ko: '고른 카테고리에 속한 하위 카테고리가 아니에요.',
    en: 'This sub-category belongs to another category.',
  },
  window_order: { ko: '끝나는 때는 시작보다 늦어야 해요.', en: 'The end has to be after the start.' },
  movie_only: { ko: '영상은 영화에만 바로 연결할 수 있어요.', en: 'Only a movie has a video of its own.' },
  series_has_seasons: {
    ko: '시즌이 있는 시리즈는 영화로 바꿀 수 없어요. 시즌을 먼저 지워 주세요.',
    en: 'A series with seasons cannot become a movie. Remove its seasons first.',
  },
  captions_unreadable: {
    ko: '자막을 읽을 수 없어요. :line번째 줄을 확인해 주세요.',
    en: 'The captions cannot be read. Please check line :line.',
  },
} as const satisfies Record<string, Record<Locale, string>>;

/** What the server says when something went well. */
export const answerMessages = {
  reset_link_sent: {
    ko: '비밀번호를 바꿀 수 있는 링크를 이메일로 보냈어요.',
    en: 'We have emailed your password reset link!',
  },
  password_reset: { ko: '비밀번호를 바꿨어요.', en: 'Your password has been reset!' },
} as const satisfies Record<string, Record<Locale, string>>;

export type ValidationMessage = keyof typeof validationMessages;
