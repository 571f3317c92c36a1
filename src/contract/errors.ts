/**
 * Every error the API can answer: code → HTTP status and text in both languages. The table is exhaustive by type, so
 * a code without a status or without one of its texts does not compile.
 */
export const errorTable = {
  bad_request: { status: 400, ko: '요청을 이해하지 못했어요.', en: 'We could not read that request.' },
  login_required: { status: 401, ko: '로그인이 필요해요.', en: 'Please log in first.' },
  plan_required: { status: 403, ko: '이용권이 필요한 콘텐츠예요.', en: 'You need a plan to watch this.' },
  not_permitted: {
    status: 403,
    ko: '이 작업을 할 권한이 없어요.',
    en: 'You do not have permission to do this.',
  },
  device_not_served: {
    status: 403,
    ko: '이 채널은 다른 기기에서만 들을 수 있어요.',
    en: 'This station is only available on other devices.',
  },
  maturity_blocked: {
    status: 403,
    ko: '이 프로필의 시청 등급으로는 볼 수 없어요.',
    en: 'This title is above this profile’s maturity setting.',
  },
  catch_up_ended: {
    status: 403,
    ko: '다시보기 기간이 지났어요.',
    en: 'This program can no longer be watched.',
  },
  outside_hours: {
    status: 403,
    ko: '지금은 이 프로필의 시청 시간이 아니에요. 정해진 시간에 다시 찾아와 주세요.',
    en: 'It is outside this profile’s viewing hours. Please come back when they begin.',
  },
  kids_profile: {
    status: 403,
    ko: '키즈 프로필에서는 할 수 없어요. 보호자 프로필로 바꿔 주세요.',
    en: 'This can’t be done from a kids profile. Please switch to a grown-up’s profile.',
  },
  profile_required: { status: 403, ko: '프로필을 먼저 선택해 주세요.', en: 'Please choose a profile first.' },
  identity_required: {
    status: 403,
    ko: '먼저 이메일로 본인인지 확인해 주세요.',
    en: 'Please confirm by email that it is you first.',
  },
  social_login_over: {
    status: 422,
    ko: '로그인을 이어 갈 수 없어요. 처음부터 다시 시도해 주세요.',
    en: 'This login can’t be continued. Please start again.',
  },
  social_login_away: {
    status: 503,
    ko: '지금은 그 서비스에 연결할 수 없어요. 잠시 뒤에 다시 시도해 주세요.',
    en: 'We can’t reach that service right now. Please try again soon.',
  },
  social_account_required: {
    status: 409,
    ko: '아직 연결된 계정이 없어요. 가입을 마치거나 계정을 연결해 주세요.',
    en: 'No account is connected yet. Please finish signing up, or connect your account.',
  },
  identity_taken: {
    status: 409,
    ko: '이미 다른 계정에 연결되어 있어요. 그 계정에서 연결을 끊은 뒤 다시 시도해 주세요.',
    en: 'This is already connected to another account. Disconnect it there first.',
  },
  provider_taken: {
    status: 409,
    ko: '이 서비스는 이미 연결되어 있어요. 다른 계정으로 바꾸려면 먼저 연결을 끊어 주세요.',
    en: 'This service is already connected. To use another of its accounts, disconnect it first.',
  },
  last_sign_in_method: {
    status: 409,
    ko: '이것마저 없으면 로그인할 수 없어요. 먼저 비밀번호를 만들거나 다른 방법을 추가해 주세요.',
    en: 'This is your only way to log in. Create a password or add another way first.',
  },
  passkey_refused: {
    status: 422,
    ko: '이 패스키는 쓸 수 없어요. 다른 방법으로 시도해 주세요.',
    en: 'This passkey can’t be used. Please try another way.',
  },
  passkey_limit: {
    status: 409,
    ko: '패스키는 :max개까지 만들 수 있어요. 쓰지 않는 패스키를 먼저 지워 주세요.',
    en: 'You can have up to :max passkeys. Remove one you no longer use first.',
  },
  account_suspended: {
    status: 403,
    ko: '이용이 정지된 계정이에요. 고객센터로 연락해 주세요.',
    en: 'This account is suspended. Please contact us.',
  },
  too_many_people: {
    status: 422,
    ko: '해당하는 사람이 :max명보다 많아요. 더 자세히 입력하거나, 아이디나 이름 조건을 추가해서 찾아 주세요.',
    en: 'That means more than :max people. Please be more specific, or add a filter by username or name instead.',
  },
  not_found: { status: 404, ko: '찾을 수 없어요.', en: 'We could not find that.' },
  conflict: {
    status: 409,
    ko: '그사이 다른 곳에서 바뀌었어요. 새로 고친 뒤 다시 시도해 주세요.',
    en: 'This was changed elsewhere. Reload it and try again.',
  },
  in_use: {
    status: 409,
    ko: '다른 곳에서 쓰고 있어 지울 수 없어요.',
    en: 'This is used elsewhere, so it cannot be deleted.',
  },
  cannot_undo: {
    status: 409,
    ko: '이 변경은 되돌릴 수 없어요.',
    en: 'This change cannot be undone.',
  },
  restore_publishes: {
    status: 409,
    ko: '복원하면 정해진 날에 저절로 공개되는 내용이라 복원하지 않았어요. 필요하면 직접 만들거나 바꿔 주세요.',
    en: 'This would be made public by itself, and restoring publishes nothing. Enter it yourself if you want it.',
  },
  already_undone: {
    status: 409,
    ko: '이미 되돌린 변경이에요.',
    en: 'This change has been undone already.',
  },
  maker_gone: {
    status: 409,
    ko: '예약한 사람이 이제 직원이 아니에요.',
    en: 'Whoever planned this is no longer on the staff.',
  },
  maker_not_permitted: {
    status: 409,
    ko: '예약한 사람에게 이제 이 변경을 할 권한이 없어요.',
    en: 'Whoever planned this no longer has permission for it.',
  },
  last_administrator: {
    status: 409,
    ko: '관리자가 한 명은 남아 있어야 해요.',
    en: 'At least one administrator has to remain.',
  },
  profile_limit: {
    status: 409,
    ko: '프로필은 :max개까지 만들 수 있어요.',
    en: 'You can have up to :max profiles.',
  },
  last_profile: {
    status: 409,
    ko: '마지막 프로필은 삭제할 수 없어요.',
    en: 'The last profile can’t be deleted.',
  },
  last_adult: {
    status: 409,
    ko: '키즈 프로필만 남길 수는 없어요. 보호자 프로필이 하나는 있어야 해요.',
    en: 'There has to be at least one profile that isn’t a kids profile.',
  },
  not_ready: { status: 409, ko: '아직 영상을 준비하고 있어요.', en: 'This video is still being prepared.' },
  upload_incomplete: {
    status: 409,
    ko: '아직 올라오지 않은 부분이 있어요. 이어서 올려 주세요.',
    en: 'Some parts have not arrived yet. Please resume the upload.',
  },
  stream_limit: {
    status: 409,
    ko: '동시에 볼 수 있는 기기 수를 넘었어요. 다른 기기에서 재생을 멈춘 뒤 다시 시도해 주세요.',
    en: 'Too many devices are watching at once. Stop one of them and try again.',
  },
  session_ended: {
    status: 409,
    ko: '재생 시간이 만료됐어요. 다시 재생해 주세요.',
    en: 'This playback has ended. Please press play again.',
  },
  player_link_limit: {
    status: 409,
    ko: '주소를 더 만들 수 없어요. 쓰지 않는 주소를 먼저 지워 주세요.',
    en: 'You can’t create more addresses. Remove one that you don’t use first.',
  },
  inquiry_limit: {
    status: 429,
    ko: '하루에 보낼 수 있는 만큼 다 보냈어요. 내일 다시 보내 주세요.',
    en: 'You have sent as much as you can today. Please try again tomorrow.',
  },
  export_limit: {
    status: 429,
    ko: '데이터는 하루에 한 번 모아 드려요. 하루 뒤에 다시 요청해 주세요.',
    en: 'You can ask for your data once a day. Please try again in a day.',
  },
  sync_running: {
    status: 409,
    ko: '이미 유튜브를 확인하고 있어요. 끝난 뒤 다시 시도해 주세요.',
    en: 'YouTube is being read already. Please try again when that is done.',
  },
  youtube_not_set: {
    status: 409,
    ko: '유튜브 API 키가 설정되지 않았어요. 운영자라면 MARU_YOUTUBE_API_KEY를 설정해 주세요.',
    en: 'There is no key for YouTube. If you run the service, set MARU_YOUTUBE_API_KEY.',
  },
  payments_not_set: {
    status: 409,
    ko: '카드 결제가 설정되지 않았어요.',
    en: 'Card payments are not set up.',
  },
  payments_away: {
    status: 503,
    ko: '지금은 카드사와 연결할 수 없어요. 아무것도 결제되지 않았으니 잠시 뒤에 다시 시도해 주세요.',
    en: 'We can’t reach the card processor right now. Nothing was charged. Please try again soon.',
  },
  taxes_away: {
    status: 503,
    ko: '지금은 세금을 계산할 수 없어요. 아무것도 결제되지 않았으니 몇 분 뒤에 다시 시도해 주세요.',
    en: 'We can’t calculate taxes right now. Nothing was charged. Please try again in a few minutes.',
  },
  payments_refused: {
    status: 409,
    ko: '결제 대행사가 거절했어요: :reason',
    en: 'The card processor refused this: :reason',
  },
  inquiry_closed: {
    status: 409,
    ko: '이미 끝난 문의예요. 궁금한 점이 더 있으면 새로 문의해 주세요.',
    en: 'This inquiry is closed. Please send a new one if you need anything else.',
  },
  payment_running: {
    status: 409,
    ko: '앞서 한 결제를 확인하고 있어요. 잠시 뒤에 다시 시도해 주세요.',
    en: 'We are still checking your last payment. Please try again in a moment.',
  },
  payment_void: {
    status: 409,
    ko: '취소된 결제라 결제된 금액이 없어요. 다른 창에서 새로 시작했을 수 있으니 지금 내용을 확인해 주세요.',
    en: 'This payment was canceled and nothing was charged. It may have been started again in another window; please check what is shown now.',
  },
  gift_redeemed: {
    status: 409,
    ko: '이미 쓴 선물이라 환불할 수 없어요. 필요하면 적립금을 주세요.',
    en: 'This gift has been redeemed, so it can’t be refunded. Give credit instead if needed.',
  },
  payment_disputed: {
    status: 409,
    ko: '카드사에서 분쟁을 다루는 결제라 환불할 수 없어요. 분쟁에서 진 금액은 이미 돌려준 것이에요.',
    en: 'The bank is handling a dispute about this payment, so it can’t be refunded. A lost dispute has already returned the money.',
  },
  gift_not_voidable: {
    status: 409,
    ko: '아직 쓰지 않은, 직원이 만든 코드만 취소할 수 있어요.',
    en: 'Only unused codes that staff made can be voided.',
  },
  already_subscribed: {
    status: 409,
    ko: '이미 이용권이 있어요. 계정 화면에서 바꿀 수 있어요.',
    en: 'You already have a plan. You can change it in your account.',
  },
  pay_request_gone: {
    status: 404,
    ko: '이 링크는 쓸 수 없어요. 기간이 지났거나, 이미 결제됐거나, 거둬들인 링크예요. 보낸 분에게 새 링크를 부탁해 주세요.',
    en: 'This link no longer works: it has expired, been paid or been withdrawn. Ask whoever sent it for a new one.',
  },
  not_yours_to_change: {
    status: 409,
    ko: '다른 분이 결제하는 이용권이에요. 끝낼 수만 있어요.',
    en: 'Somebody else pays for this plan. You can only end it.',
  },
  household_leaving: {
    status: 409,
    ko: '계정 삭제를 신청했거나 이용이 정지된 계정이에요. 삭제 신청을 먼저 취소해 주세요. 이용이 정지됐다면 고객센터로 연락해 주세요.',
    en: 'This account is being deleted or is suspended. Cancel the deletion first. If it is suspended, please contact us.',
  },
  renewal_not_agreed: {
    status: 409,
    ko: '고객이 카드 자동 결제에 동의하지 않았어요. 고객이 계정의 ‘내 이용권’에서 직접 이어서 볼 수 있어요.',
    en: 'The customer has not agreed to automatic payment by card. They can do so under “Your plan” in their account.',
  },
  amount_changed: {
    status: 409,
    ko: '금액이 바뀌었어요. 새 금액을 확인하고 다시 눌러 주세요.',
    en: 'The amount has changed. Please check the new one and try again.',
  },
  no_subscription: {
    status: 409,
    ko: '지금 구독 중인 이용권이 없어요.',
    en: 'You have no active subscription.',
  },
  paid_by_gift: {
    status: 409,
    ko: '선물이나 적립금으로 보는 동안에는 결제일을 바꿀 수 없어요. 카드로 결제하게 되면 바꿔 주세요.',
    en: 'You can’t choose another billing day while a gift or credit pays for your plan. Change it once a card does.',
  },
  not_changeable: {
    status: 409,
    ko: '지금은 그렇게 바꿀 수 없어요. 이용권을 쉬고 있거나, 결제할 것이 남았거나, 이미 그렇게 되어 있어요.',
    en: 'That can’t be changed right now: the plan is paused, a payment is due, or it is already set that way.',
  },
  card_in_use: {
    status: 409,
    ko: '이용권을 이 카드로 결제하고 있어요. 다른 카드를 먼저 추가해 주세요.',
    en: 'Your plan is paid with this card. Add another card first.',
  },
  card_not_ready: {
    status: 409,
    ko: '카드 등록이 아직 끝나지 않았어요. 카드 정보를 다시 확인해 주세요.',
    en: 'This card isn’t saved yet. Please check its details.',
  },
  card_limit: {
    status: 409,
    ko: '카드는 :max장까지 등록할 수 있어요.',
    en: 'You can save up to :max cards.',
  },
  request_timeout: {
    status: 408,
    ko: '요청이 제때 도착하지 않았어요. 다시 시도해 주세요.',
    en: 'The request did not arrive in time. Please try again.',
  },
  misdirected: {
    status: 421,
    ko: '이 주소로는 이용할 수 없어요. 운영자라면 MARU_ORIGIN이나 MARU_HOSTS에 이 호스트를 설정해 주세요.',
    en: 'The service is not reached under this host name. If you run it, set MARU_ORIGIN or MARU_HOSTS.',
  },
  too_large: { status: 413, ko: '보낸 내용이 너무 커요.', en: 'What you sent is too large.' },
  unsupported_media: { status: 415, ko: '지원하지 않는 형식이에요.', en: 'That format is not supported.' },
  invalid_file: { status: 415, ko: '올바르지 않은 파일이에요.', en: 'Invalid File' },
  invalid: { status: 422, ko: '입력한 내용을 확인해 주세요.', en: 'Please check what you entered.' },
  credentials: {
    status: 422,
    ko: '아이디 또는 비밀번호가 맞지 않아요.',
    en: 'These credentials do not match our records.',
  },
  code_required: {
    status: 422,
    ko: '인증 앱에 보이는 6자리 코드를 입력해 주세요.',
    en: 'Enter the 6-digit code from your authenticator app.',
  },
  too_many_logins: {
    status: 429,
    ko: '로그인을 너무 여러 번 시도했어요. :seconds초 뒤에 다시 시도해 주세요.',
    en: 'Too many login attempts. Please try again in :seconds seconds.',
  },
  too_many_tries: {
    status: 429,
    ko: '너무 여러 번 시도했어요. :seconds초 뒤에 다시 시도해 주세요.',
    en: 'Too many attempts. Please try again in :seconds seconds.',
  },
  wait: { status: 429, ko: '잠시 기다린 뒤 다시 시도해 주세요.', en: 'Please wait before retrying.' },
  preview_ended: {
    status: 403,
    ko: '미리보기 시간이 끝났어요. 직원 화면에서 미리보기를 다시 열어 주세요.',
    en: 'This preview has ended. Please open a new one in the back office.',
  },
  preview_refused: {
    status: 403,
    ko: '미리보기에서는 할 수 없어요.',
    en: 'This is not possible in a preview.',
  },
  region_blocked: {
    status: 451,
    ko: '북미 지역에서만 이용할 수 있어요.',
    en: 'This service is available in North America only.',
  },
  link_expired: { status: 403, ko: '재생 주소가 만료됐어요.', en: 'This media address has expired.' },
  // Of televisions: OAuth's own names (RFC 6749 §5.2, RFC 8628 §3.5). Their English is ASCII, as `error_description` has to be.
  authorization_pending: {
    status: 400,
    ko: '아직 승인을 기다리고 있어요.',
    en: 'Still waiting for somebody to approve this device.',
  },
  slow_down: {
    status: 400,
    ko: '너무 자주 물어봤어요. 간격을 5초 늘려 주세요.',
    en: 'Asked too often. Please wait 5 seconds longer each time.',
  },
  access_denied: {
    status: 400,
    ko: '이 기기의 로그인이 거절됐어요.',
    en: 'Logging in on this device was refused.',
  },
  expired_token: {
    status: 400,
    ko: '코드의 유효 시간이 지났어요. 새 코드를 받아 주세요.',
    en: 'The code has expired. Please get a new one.',
  },
  invalid_grant: {
    status: 400,
    ko: '쓸 수 없는 코드예요. 새 코드를 받아 주세요.',
    en: 'This code does not work. Please get a new one.',
  },
  invalid_client: { status: 400, ko: '알 수 없는 앱이에요.', en: 'This client is not known.' },
  invalid_request: {
    status: 400,
    ko: '요청에 빠지거나 잘못된 값이 있어요.',
    en: 'Something in the request is missing or wrong.',
  },
  unsupported_grant_type: {
    status: 400,
    ko: '지원하지 않는 로그인 방식이에요.',
    en: 'This grant type is not supported.',
  },
  internal: {
    status: 500,
    ko: '문제가 생겼어요. 잠시 뒤에 다시 시도해 주세요.',
    en: 'Something went wrong. Please try again in a moment.',
  },
  disk_full: {
    status: 507,
    ko: '서버의 디스크에 남은 공간이 없어요. 공간을 비운 뒤 다시 시도해 주세요.',
    en: 'The server’s disk is full. Free some space, then try again.',
  },
  unavailable: {
    status: 503,
    ko: '잠시 이용할 수 없어요. 곧 다시 시도해 주세요.',
    en: 'Temporarily unavailable. Please try again soon.',
  },
} as const satisfies Record<string, { status: number; ko: string; en: string }>;

export type ErrorCode = keyof typeof errorTable;

export type Locale = 'ko' | 'en';

/** The body of every error answer; `errors` names the fields of a 422. */
export interface ErrorBody {
  message: string;
  code: ErrorCode;
  errors?: Record<string, string[]>;
  /** For `amount_changed`: the present amount in cents. */
  total_cents?: number;
  /** Of OAuth's calls: the code and its English once more, where a standard client looks for them. */
  error?: ErrorCode;
  error_description?: string;
}
