/**
 * Texts of validation failures, in both languages: one table for every form and call. `fieldText` fills in `:attribute` (the
 * field's name), `:other` (another field's) and `:min`, `:max` and so on. Viewers fetch it with the first form, never with home.
 */
import type { Locale } from './errors.ts';

/** The rules that the specification lists. Where a rule means something else for text, numbers, lists or files, each has its own. */
const ruleMessages = {
  accepted: { ko: '동의해야 계속할 수 있어요.', en: 'You need to accept the :attribute to continue.' },
  active_url: { ko: '열리지 않는 인터넷 주소예요.', en: ':Attribute is not a web address that works.' },
  date: { ko: '올바른 날짜가 아니에요.', en: ':Attribute is not a valid date.' },
  date_format: {
    ko: '날짜를 :format 형식으로 입력해 주세요.',
    en: ':Attribute does not match the format :format.',
  },
  after: { ko: ':date보다 늦어야 해요.', en: ':Attribute must be later than :date.' },
  before: { ko: ':date보다 일러야 해요.', en: ':Attribute must be earlier than :date.' },
  email: { ko: '이메일 주소 형식이 올바르지 않습니다.', en: ':Attribute is not a valid email address.' },
  integer: { ko: '정수로 입력해 주세요.', en: ':Attribute must be a whole number.' },
  numeric: { ko: '숫자로 입력해 주세요.', en: ':Attribute must be a number.' },
  string: { ko: '글자로 입력해 주세요.', en: ':Attribute must be text.' },
  image: { ko: '이미지 파일을 골라 주세요.', en: ':Attribute must be an image.' },
  file: { ko: '파일을 골라 주세요.', en: ':Attribute must be a file.' },
  mimes: { ko: ':values 파일만 올릴 수 있어요.', en: ':Attribute must be a file of type: :values.' },
  dimensions: {
    ko: '이미지 크기가 :width × :height 픽셀이어야 해요.',
    en: ':Attribute must be :width × :height pixels.',
  },
  unique: { ko: '이미 사용 중입니다.', en: ':Attribute has already been taken.' },
  exists: {
    ko: '없는 항목이에요. 다시 골라 주세요.',
    en: 'The selected :attribute no longer exists. Please choose again.',
  },
  in: { ko: '고를 수 있는 값이 아니에요.', en: 'The selected :attribute is not one of the choices.' },
  regex: { ko: '형식이 올바르지 않아요.', en: ':Attribute format is not right.' },
  url: {
    ko: 'http:// 또는 https://로 시작하는 주소를 입력해 주세요.',
    en: ':Attribute must be a web address that begins with http:// or https://.',
  },
  confirmed: { ko: '두 번 입력한 내용이 서로 달라요.', en: ':Attribute does not match.' },
  same: { ko: ':other 칸과 같아야 해요.', en: ':Attribute and :other must match.' },
  different: { ko: ':other 칸과 달라야 해요.', en: ':Attribute and :other must be different.' },
  between_number: {
    ko: ':min부터 :max까지 입력할 수 있어요.',
    en: ':Attribute must be between :min and :max.',
  },
  between_text: {
    ko: ':min자부터 :max자까지 입력할 수 있어요.',
    en: ':Attribute must be between :min and :max characters.',
  },
  between_items: {
    ko: ':min개부터 :max개까지 넣을 수 있어요.',
    en: ':Attribute must have between :min and :max items.',
  },
  between_file: {
    ko: ':min KB부터 :max KB까지 올릴 수 있어요.',
    en: ':Attribute must be between :min and :max kilobytes.',
  },
  min_number: { ko: ':min 이상이어야 해요.', en: ':Attribute must be at least :min.' },
  min_text: { ko: ':min자 이상 입력해 주세요.', en: ':Attribute must be at least :min characters.' },
  min_items: { ko: ':min개 이상 넣어 주세요.', en: ':Attribute must have at least :min items.' },
  min_file: { ko: ':min KB 이상이어야 해요.', en: ':Attribute must be at least :min kilobytes.' },
  max_number: { ko: ':max 이하여야 해요.', en: ':Attribute must not be greater than :max.' },
  max_text: {
    ko: ':max자까지 입력할 수 있어요.',
    en: ':Attribute must not be longer than :max characters.',
  },
  max_items: {
    ko: '최대 :max개까지 넣을 수 있어요.',
    en: ':Attribute must not have more than :max items.',
  },
  max_file: {
    ko: ':max KB까지 올릴 수 있어요.',
    en: ':Attribute must not be larger than :max kilobytes.',
  },
  size_number: { ko: ':size만 입력할 수 있어요.', en: ':Attribute must be :size.' },
  size_text: { ko: ':size자로 입력해 주세요.', en: ':Attribute must be :size characters.' },
  size_items: { ko: ':size개를 넣어 주세요.', en: ':Attribute must contain :size items.' },
  size_file: { ko: ':size KB여야 해요.', en: ':Attribute must be :size kilobytes.' },
  gt_number: { ko: ':value보다 커야 해요.', en: ':Attribute must be greater than :value.' },
  lt_number: { ko: ':value보다 작아야 해요.', en: ':Attribute must be less than :value.' },
  digits: { ko: '숫자 :digits자리로 입력해 주세요.', en: ':Attribute must be :digits digits.' },
  alpha: { ko: '문자만 입력할 수 있어요.', en: ':Attribute may only contain letters.' },
  alpha_dash: {
    ko: '문자, 숫자, 하이픈(-), 밑줄(_)만 입력할 수 있어요.',
    en: ':Attribute may only contain letters, numbers, dashes and underscores.',
  },
  alpha_num: {
    ko: '문자와 숫자만 입력할 수 있어요.',
    en: ':Attribute may only contain letters and numbers.',
  },
  boolean: { ko: '예 또는 아니요로 골라 주세요.', en: ':Attribute field must be yes or no.' },
  array: { ko: '목록이어야 해요.', en: ':Attribute must be a list.' },
  json: { ko: 'JSON 형식이 아니에요.', en: ':Attribute must be valid JSON.' },
  ip: { ko: '올바른 IP 주소가 아니에요.', en: ':Attribute must be a valid IP address.' },
  uuid: { ko: '올바른 번호가 아니에요.', en: ':Attribute must be a valid ID.' },
  required: { ko: '이 칸의 입력은 필수입니다.', en: ':Attribute is required.' },
  required_if: {
    ko: ':other 칸을 그렇게 골랐다면 꼭 입력해 주세요.',
    en: ':Attribute is required when :other is :value.',
  },
  required_with: {
    ko: ':other 칸을 채웠다면 이 칸도 채워 주세요.',
    en: ':Attribute is required when :other is given.',
  },
  required_without: {
    ko: ':other 칸을 비웠다면 이 칸을 채워 주세요.',
    en: ':Attribute is required when :other is not given.',
  },
  password: { ko: '비밀번호가 올바르지 않습니다.', en: 'The password is incorrect.' },
} as const satisfies Record<string, Record<Locale, string>>;

export const validationMessages = {
  ...ruleMessages,
  object: { ko: '올바른 형식이 아니에요.', en: 'This has the wrong shape.' },
  unknown_key: { ko: '알 수 없는 항목이에요.', en: 'This field is not known.' },
  pin: { ko: 'PIN이 맞지 않아요.', en: 'That PIN is not right.' },
  pin_over: {
    ko: 'PIN을 여러 번 잘못 입력했어요. 계정 비밀번호로 확인해 주세요.',
    en: 'Too many wrong PINs. Please confirm with the account password.',
  },
  reauthentication: {
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
  hours_same: { ko: '시작과 끝을 다르게 골라 주세요.', en: 'The start and the end have to differ.' },
  public_address: {
    ko: '내부망 주소는 쓸 수 없어요. 공개된 인터넷 주소를 입력해 주세요.',
    en: ':Attribute must be a public internet address, not one of a private network.',
  },
  zone: { ko: '알 수 없는 시간대예요.', en: 'This time zone is not known.' },
  password_common: {
    ko: '많이 쓰이는 비밀번호라 쉽게 뚫려요. 다른 비밀번호를 정해 주세요.',
    en: 'This password is too common. Please choose another.',
  },
  password_own: {
    ko: '아이디나 이메일을 그대로 쓰거나 숫자만 붙인 비밀번호는 쓸 수 없어요.',
    en: 'The password cannot be the username or email, with or without digits after it.',
  },
  password_elsewhere: {
    ko: '내 비밀번호는 ‘로그인과 보안’에서 바꿔 주세요.',
    en: 'Change your own password under Security.',
  },
  phone: {
    ko: '쓸 수 없는 전화번호예요. 다시 확인해 주세요.',
    en: 'That phone number cannot be used. Please check it.',
  },
  user_code: {
    ko: 'TV에 보이는 영문 여덟 자를 입력해 주세요.',
    en: 'Enter the eight letters on your TV.',
  },
  attachment_gone: {
    ko: '첨부한 파일을 찾을 수 없어요. 다시 첨부해 주세요.',
    en: 'The attached files are gone. Please attach them again.',
  },
  slug: {
    ko: '영어 소문자, 숫자, 하이픈(-)만 쓸 수 있어요.',
    en: ':Attribute may only contain lowercase letters, digits and single hyphens.',
  },
  slug_reserved: {
    ko: '서비스에서 쓰고 있는 주소예요. 다른 주소를 입력해 주세요.',
    en: 'The service uses this address itself. Please choose another.',
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
  changed_since: {
    ko: '그사이에 바뀌었어요. 지금 값을 확인해 주세요.',
    en: ':Attribute has been changed since. Please check its present value.',
  },
  restore_publishes: {
    ko: '복원으로는 아무것도 공개하지 않아요. 이 값은 그대로 두었으니 필요하면 직접 바꿔 주세요.',
    en: 'Restoring publishes nothing, so the :attribute was left as it is. Change it yourself if you want it.',
  },
  may_publish: {
    ko: '공개 여부나 공개 기간을 바꿀 권한이 없어요.',
    en: 'You are not permitted to change whether or when this is public.',
  },
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
  version_past: {
    ko: '지금 이후이면서 시행 중인 판보다 늦은 때를 골라 주세요.',
    en: 'Choose a time in the future, after the version in force.',
  },
  version_in_force: {
    ko: '시행 중이거나 지난 판은 바꿀 수 없어요. 새 판을 만들어 주세요.',
    en: 'A version that is or was in force cannot be changed. Make a new one.',
  },
  page_has_versions: {
    ko: '판이 있는 페이지는 종류를 바꿀 수 없어요.',
    en: 'A page with versions keeps its kind.',
  },
  page_without_versions: {
    ko: '판을 두는 페이지가 아니에요.',
    en: 'This page has no versions.',
  },
  plan_period_fixed: {
    ko: '가격이 시행된 이용권은 결제 주기를 바꿀 수 없어요. 새 이용권을 만들어 주세요.',
    en: 'A plan that has had a price in force keeps its billing period. Make another plan.',
  },
  regular_price: {
    ko: '정가는 할인 가격보다 높아야 해요.',
    en: 'The regular price must be higher than the discount price.',
  },
  price_in_force: {
    ko: '시행 중이거나 지난 가격은 바꿀 수 없어요. 새 가격을 추가해 주세요.',
    en: 'A price that is or was in force cannot be changed. Add a new one.',
  },
  price_told: {
    ko: '이미 고객에게 알린 가격이라 바꿀 수 없어요. 새 가격을 추가해 주세요.',
    en: 'Customers have already been told of this price, so it cannot be changed. Add a new one.',
  },
  postal_code: {
    ko: '우편번호를 다시 확인해 주세요. 미국은 다섯 자리, 캐나다는 A1A 1A1처럼 써요.',
    en: 'Please check the postal code: five digits in the US, A1A 1A1 in Canada.',
  },
  choose: { ko: '목록에서 골라 주세요.', en: 'Please choose one from the list.' },
  pause_days: {
    ko: '내일부터, 최대 :max일까지 쉴 수 있어요.',
    en: 'A pause can begin tomorrow and last up to :max days.',
  },
  coupon_one: {
    ko: '할인율과 할인 금액 가운데 하나만 입력해 주세요.',
    en: 'Enter either a percentage or an amount.',
  },
  coupon_fixed: {
    ko: '이미 쓴 사람이 있는 쿠폰은 할인을 바꿀 수 없어요. 새 쿠폰을 만들어 주세요.',
    en: 'A coupon that somebody has used keeps its discount. Make another coupon.',
  },
  coupon_unknown: {
    ko: '쓸 수 없는 쿠폰 코드예요. 다시 확인해 주세요.',
    en: 'This coupon code does not work. Please check it.',
  },
  gift_unknown: {
    ko: '맞지 않거나 이미 쓴 선물 코드예요. 다시 확인해 주세요.',
    en: 'This gift code isn’t right, or has been used. Please check it.',
  },
  printable: {
    ko: '한자와 그림 글자는 영수증에 인쇄할 수 없어요. 한글이나 영문으로 적어 주세요.',
    en: 'Receipts can’t print Chinese characters or emoji. Please use Latin or Korean letters.',
  },
  trial_once: {
    ko: '한 번만 결제하는 이용권에는 무료 체험을 둘 수 없어요. 0으로 바꿔 주세요.',
    en: 'A plan that is paid once has no trial. Please set it to 0.',
  },
  gift_whole: {
    ko: '선물은 전액만 환불할 수 있어요.',
    en: 'A gift can only be refunded in full.',
  },
  gift_over: { ko: '사용 기간이 끝난 선물 코드예요.', en: 'This gift code has expired.' },
  gift_months: {
    ko: '1년 이용권은 12개월만 선물할 수 있어요.',
    en: 'A yearly plan is given for 12 months.',
  },
  coupon_not_begun: { ko: '아직 쓸 수 없는 쿠폰이에요.', en: 'This coupon cannot be used yet.' },
  coupon_over: { ko: '사용 기간이 끝난 쿠폰이에요.', en: 'This coupon has expired.' },
  coupon_used_up: {
    ko: '준비한 수량을 모두 쓴 쿠폰이에요.',
    en: 'This coupon has been used up.',
  },
  coupon_first_only: {
    ko: '처음 구독할 때만 쓸 수 있는 쿠폰이에요.',
    en: 'This coupon is for first subscriptions only.',
  },
  coupon_used: { ko: '이미 쓴 쿠폰이에요.', en: 'You have already used this coupon.' },
  no_address: {
    ko: '청구지 주소를 먼저 입력해 주세요. 세금을 계산하고 청구서에 적어요.',
    en: 'Please enter your billing address first. It is used to calculate taxes and is printed on the invoice.',
  },
  customer_has_no_address: {
    ko: '고객의 청구지 주소가 없어요. 먼저 입력해 주세요.',
    en: 'The customer has no billing address. Please enter it first.',
  },
  customer_has_no_card: {
    ko: '고객이 등록한 카드가 없어요. 고객이 먼저 카드를 등록해야 해요.',
    en: 'The customer has no card. They have to add one first.',
  },
  tax_unknown: {
    ko: '이 주소로는 아직 판매하지 않아요. 다른 청구지 주소를 입력해 주세요.',
    en: 'We do not sell to this address yet. Please use another billing address.',
  },
  tax_place: {
    ko: '이 주소로는 세금을 계산할 수 없어요. 청구지 주소를 다시 확인해 주세요.',
    en: 'We cannot calculate taxes for this address. Please check your billing address.',
  },
  postal_range: {
    ko: '우편번호 범위는 시작과 끝을 모두 입력해 주세요.',
    en: 'A range of postal codes needs both ends.',
  },
  postal_us: { ko: '미국 우편번호는 숫자 다섯 자리예요.', en: 'A ZIP code has five digits.' },
  postal_ca: {
    ko: '캐나다는 우편번호의 앞 세 자(예: M5V)를 입력해 주세요.',
    en: 'For Canada, enter the first three characters, such as M5V.',
  },
  postal_order: {
    ko: '끝 우편번호는 시작보다 앞설 수 없어요.',
    en: 'The last postal code cannot come before the first.',
  },
  fact_days: {
    ko: '조건을 걸면 한 번에 :days일까지 볼 수 있어요. 기간을 :date까지로 줄이거나 조건을 지워 주세요.',
    en: 'With these filters a report covers at most :days days. Choose an end up to :date, or clear the filters.',
  },
  fact_days_sorted: {
    ko: '이 순서로는 한 번에 :days일까지 볼 수 있어요. 기간을 :date까지로 줄이거나 일시순으로 정렬해 주세요.',
    en: 'In this order a list covers at most :days days. Choose an end up to :date, or sort by time.',
  },
  fact_days_file: {
    ko: '기록은 한 번에 :days일까지 파일로 받을 수 있어요. 기간을 :date까지로 줄여 주세요.',
    en: 'A file has at most :days days of these rows. Choose an end up to :date.',
  },
  window_order: { ko: '끝나는 때는 시작보다 늦어야 해요.', en: 'The end has to be after the start.' },
  region_not_served: {
    ko: '서비스하지 않는 국가가 있어요.',
    en: 'The service is not in one of these countries.',
  },
  one_video: {
    ko: '유튜브 영상과 영상 파일 가운데 하나만 고를 수 있어요.',
    en: 'A clip plays either the partner’s video or one of ours.',
  },
  movie_only: { ko: '영상은 영화에만 바로 연결할 수 있어요.', en: 'Only a movie has a video of its own.' },
  series_has_seasons: {
    ko: '시즌이 있는 시리즈는 영화로 바꿀 수 없어요. 시즌을 먼저 지워 주세요.',
    en: 'A series with seasons cannot become a movie. Remove its seasons first.',
  },
  file_type: {
    ko: 'Excel(.xlsx)이나 CSV 파일만 가져올 수 있어요.',
    en: 'Only Excel (.xlsx) and CSV files can be imported.',
  },
  file_old_excel: {
    ko: '옛 Excel(.xls)이거나 비밀번호가 걸린 파일이에요. 비밀번호 없이 .xlsx로 저장해 주세요.',
    en: 'This is an old Excel file (.xls) or has a password. Please save it as .xlsx without one.',
  },
  file_broken: {
    ko: '파일이 깨져서 읽을 수 없어요. 다시 저장해 주세요.',
    en: 'The file is damaged and cannot be read. Please save it again.',
  },
  file_empty: { ko: '파일에 내용이 없어요.', en: 'There is nothing in the file.' },
  file_no_rows: { ko: '제목 줄 아래에 내용이 없어요.', en: 'There are no rows below the headings.' },
  file_rows: {
    ko: '한 파일로 :max줄까지 가져올 수 있어요. 파일을 나눠 주세요.',
    en: 'A file can have up to :max rows. Please split it.',
  },
  file_columns: {
    ko: '열은 :max개까지 읽을 수 있어요. 빈 열이나 필요 없는 열을 지워 주세요.',
    en: 'Up to :max columns can be read. Please delete the ones that are empty or not needed.',
  },
  file_far: {
    ko: ':row번째 줄의 칸이 다른 칸과 너무 멀리 떨어져 있어요. 그 칸이나 그 위의 빈 줄을 지워 주세요.',
    en: 'A cell in row :row is too far from the others. Please delete it, or the empty rows above it.',
  },
  file_unpacked: {
    ko: '압축을 풀면 :max MB가 넘는 파일이라 읽지 않았어요.',
    en: 'The file was not read: unpacked, it is larger than :max MB.',
  },
  file_cell: {
    ko: ':row번째 줄 :column열의 값을 읽을 수 없어요. 수식이라면 값으로 바꿔 저장해 주세요.',
    en: 'The cell in row :row, column :column cannot be read. If it is a formula, please save its value instead.',
  },
  file_headers: {
    ko: ':row번째 줄의 제목 칸이 합쳐져 있어요. 칸을 나눠 주세요.',
    en: 'Headings in row :row are merged. Please unmerge them.',
  },
  columns_repeated: {
    ko: '‘:column’에 열을 두 개 연결했어요. 하나만 골라 주세요.',
    en: 'Two columns fill “:column”. Please choose one.',
  },
  columns_key: {
    ko: '‘:column’ 열이 있어야 어느 항목인지 알 수 있어요. 연결해 주세요.',
    en: 'The column “:column” is needed to know which record a row is. Please choose it.',
  },
  columns_unknown: { ko: '‘:column’ 열은 없어요.', en: 'There is no column “:column”.' },
  cell_zeros: {
    ko: 'Excel이 숫자로 저장한 칸이라 앞자리 0이 없어졌을 수 있어요. 칸 서식을 텍스트로 바꾸고 다시 입력해 주세요.',
    en: 'Excel has stored this as a number, so leading zeros may be lost. Please format the cell as text and enter it again.',
  },
  cell_merged: {
    ko: '합쳐진 칸이에요. 칸을 나누고 줄마다 값을 적어 주세요.',
    en: 'This cell is merged with others. Please unmerge it and give every row its value.',
  },
  cell_formula: {
    ko: '수식의 결과가 오류(:value)예요.',
    en: 'The formula of this cell ends in an error (:value).',
  },
  row_repeated: {
    ko: ':line번째 줄과 같은 항목이에요. 하나만 남겨 주세요.',
    en: 'This is the same record as in row :line. Please keep one of them.',
  },
  record_unknown: { ko: '‘:value’ 항목을 찾을 수 없어요.', en: 'There is no “:value”.' },
  record_ambiguous: {
    ko: '‘:value’ 항목이 여럿이라 어느 것인지 알 수 없어요.',
    en: 'There are several called “:value”, so it is not clear which is meant.',
  },
  record_repeated: {
    ko: '‘:value’ 항목이 두 번 있어요. 하나만 남겨 주세요.',
    en: '“:value” is listed twice. Please keep one.',
  },
  entry_parts: {
    ko: '‘:value’ 뒤에 ‘|’로 나눈 값이 너무 많아요. 글자로 쓰려면 앞에 \\를 붙여 주세요.',
    en: 'Too many values separated by “|” follow “:value”. To write the character itself, please put \\ before it.',
  },
  picture_unknown: {
    ko: '올린 그림 중에 ‘:value’ 파일이 없어요.',
    en: 'None of the uploaded pictures is called “:value”.',
  },
  picture_ambiguous: {
    ko: '이름이 ‘:value’인 그림이 여럿이에요. 대소문자까지 다르게 바꿔도 구별되지 않으니 다른 이름을 써 주세요.',
    en: 'Several pictures are called “:value” apart from upper and lower case. Please give them different names.',
  },
  pictures_count: {
    ko: '그림은 :max개까지 올릴 수 있어요. 표를 나눠서 가져와 주세요.',
    en: 'Up to :max pictures can be uploaded. Please split the table.',
  },
  pictures_bytes: {
    ko: '그림을 모두 합해 :max MB까지 올릴 수 있어요. 표를 나눠서 가져와 주세요.',
    en: 'Pictures may have :max MB in all. Please split the table.',
  },
  rows_of_sheet: {
    ko: 'Excel 파일에는 :max줄까지만 담을 수 있어요. CSV로 내보내 주세요.',
    en: 'An Excel file holds no more than :max rows. Please export as CSV.',
  },
  audio_only: {
    ko: '처리가 끝난, 영상이 없는 오디오 파일만 넣을 수 있어요.',
    en: ':Attribute may only contain audio files that are ready and have no picture.',
  },
  instant_past: { ko: '지금보다 나중을 골라 주세요.', en: 'Choose a time that is yet to come.' },
  airing_overlaps: {
    ko: ':from부터 :until까지 방송하는 ‘:title’ 항목과 겹쳐요.',
    en: 'This overlaps with “:title”, which is on from :from until :until.',
  },
  template_has_slots: {
    ko: '이 템플릿의 편성 칸을 모두 지운 뒤에 바꿀 수 있어요.',
    en: 'Delete the slots of this template before you change its period.',
  },
  template_daily: {
    ko: '매일 되풀이하는 템플릿의 편성 칸에는 요일이 없어요.',
    en: 'A slot of a daily template has no weekday.',
  },
  next_episode_alone: {
    ko: '다음 회차를 트는 편성 칸에는 회차나 영상을 정할 수 없어요.',
    en: 'A slot that plays the next episode cannot have an episode or a video.',
  },
  next_episode_series: {
    ko: '시리즈에서만 다음 회차를 틀 수 있어요.',
    en: 'Only a series has a next episode.',
  },
  day_unscheduled: {
    ko: '이 날짜에는 시작하는 항목이 없어요.',
    en: 'No entry starts on this day.',
  },
  hour_skipped: {
    ko: '시계를 한 시간 앞당기는 날이라 없는 시각이에요. 다른 시각을 골라 주세요.',
    en: 'Clocks skip this hour on that day, so there is no such time. Please choose another.',
  },
  hour_doubled: {
    ko: '시계를 한 시간 늦추는 날이라 두 번 있는 시각이에요. 첫 번째(UTC :first)인지 두 번째(UTC :second)인지 골라 주세요.',
    en: 'Clocks go back on that day, so this time comes twice. Please say whether it is the first (UTC :first) or the second (UTC :second).',
  },
  not_planned: {
    ko: '다시 볼 수 없는 값이라 나중에 적용할 수 없어요. 바로 저장해 주세요.',
    en: ':Attribute cannot be read again, so it cannot be planned. Please save it right away.',
  },
  view_field: {
    ko: '이 보기의 ‘:other’ 조건은 없어졌거나 볼 수 없는 항목이에요. 조건을 빼고 저장한 보기를 선택해 주세요.',
    en: 'This view asks for “:other”, which is gone or which you may not see. Please choose a view without it.',
  },
  no_change: { ko: '지금과 다른 내용이 없어요.', en: 'Nothing differs from what it is now.' },
  release_applied: {
    ko: '이미 적용한 예약이라 바꿀 수 없어요.',
    en: 'This release has been applied, so it can no longer be changed.',
  },
  release_cancelled: {
    ko: '취소한 예약이에요. 다시 예약한 뒤 진행해 주세요.',
    en: 'This release has been canceled. Plan it again first.',
  },
  captions_unreadable: {
    ko: '자막을 읽을 수 없어요. :line번째 줄을 확인해 주세요.',
    en: 'The captions cannot be read. Please check line :line.',
  },
  captions_encoding: {
    ko: '자막 파일의 문자 인코딩을 알 수 없어요. UTF-8로 저장해서 다시 올려 주세요.',
    en: 'The character encoding of the caption file is unknown. Save the file as UTF-8 and upload it again.',
  },
  captions_language: {
    ko: '한국어나 영어 자막이 들어 있지 않아요.',
    en: 'The file has no Korean or English captions.',
  },
} as const satisfies Record<string, Record<Locale, string>>;

/** Messages of successful calls. */
export const answerMessages = {
  reset_link_sent: {
    ko: '비밀번호를 바꿀 수 있는 링크를 이메일로 보냈어요.',
    en: 'We have emailed your password reset link!',
  },
  password_reset: { ko: '비밀번호를 바꿨어요.', en: 'Your password has been reset!' },
} as const satisfies Record<string, Record<Locale, string>>;

export type ValidationMessage = keyof typeof validationMessages;

/**
 * The names of fields in texts. A field without an entry has its own name: `street_address` is "street address".
 */
const attributeNames: Record<string, Record<Locale, string>> = {
  username: { ko: '아이디', en: 'username' },
  password: { ko: '비밀번호', en: 'password' },
  current_password: { ko: '현재 비밀번호', en: 'current password' },
  password_confirmation: { ko: '비밀번호 확인', en: 'password confirmation' },
  email: { ko: '이메일', en: 'email' },
  phone: { ko: '전화번호', en: 'phone number' },
  terms: { ko: '이용약관', en: 'terms' },
  code: { ko: '인증 번호', en: 'code' },
  pin: { ko: 'PIN', en: 'PIN' },
  parent_pin: { ko: '보호자 PIN', en: 'parent PIN' },
  name: { ko: '이름', en: 'name' },
  age: { ko: '나이', en: 'age' },
  birth_date: { ko: '생년월일', en: 'birth date' },
  gender: { ko: '성별', en: 'gender' },
  language: { ko: '언어', en: 'language' },
  text: { ko: '자막', en: 'caption file' },
  title: { ko: '제목', en: 'title' },
  title_ko: { ko: '한국어 제목', en: 'title (Korean)' },
  title_en: { ko: '영어 제목', en: 'title (English)' },
  content: { ko: '내용', en: 'content' },
  body: { ko: '내용', en: 'message' },
  attachment_ids: { ko: '첨부 파일', en: 'attachments' },
  answer: { ko: '답변', en: 'answer' },
  programme_id: { ko: '프로그램', en: 'program' },
  season_id: { ko: '시즌', en: 'season' },
  episode_id: { ko: '회차', en: 'episode' },
  content_partner_id: { ko: '제휴사', en: 'content partner' },
  available_from: { ko: '공개 시작', en: 'release date' },
  available_until: { ko: '공개 끝', en: 'end of release' },
  applies_at: { ko: '적용할 때', en: 'time of release' },
  number: { ko: '번호', en: 'number' },
  landscape_id: { ko: '미리보기 이미지', en: 'preview image' },
  synopsis_ko: { ko: '한국어 설명', en: 'synopsis (Korean)' },
  synopsis_en: { ko: '영어 설명', en: 'synopsis (English)' },
  line1: { ko: '주소', en: 'street address' },
  line2: { ko: '상세 주소', en: 'apartment or suite' },
  play_list_id: { ko: '재생목록 ID', en: 'playlist ID' },
  starts_at: { ko: '시작', en: 'start' },
  ends_at: { ko: '끝', en: 'end' },
  effective_from: { ko: '시행', en: 'date of effect' },
  duration_months: { ko: '달수', en: 'number of months' },
  max_uses: { ko: '전체 수량', en: 'total count' },
  box_quantity: { ko: '셋톱박스 수량', en: 'STB quantity' },
  max_height: { ko: '최고 화질', en: 'best quality' },
  channel_id: { ko: '채널', en: 'channel' },
  stream_url: { ko: '실시간 스트리밍 주소', en: 'live streaming address' },
  asset_id: { ko: '영상 파일', en: 'video' },
  asset_ids: { ko: '광고', en: 'ads' },
  channel_ids: { ko: '채널', en: 'channel' },
  plan_ids: { ko: '이용권', en: 'plan' },
  from_day: { ko: '복사할 날', en: 'day to copy' },
  from: { ko: '시작일', en: 'start date' },
  to: { ko: '끝나는 날', en: 'end date' },
};

/**
 * The name of a field: its last part that is a name, so that `hours.0.until` is "until". Its unit is left out, because the form
 * may show another: `price_cents` is entered in dollars.
 */
function attributeName(field: string, locale: Locale): string {
  const own = field.split('.').findLast((part) => !/^\d*$/.test(part)) ?? field;
  return (
    attributeNames[own]?.[locale] ??
    own
      .replace(/_(?:ids?|cents|ppm|ms|seconds)$/, '')
      .replace(/_ko$/, ' (Korean)')
      .replace(/_en$/, ' (English)')
      .replace(/_/g, ' ')
  );
}

/** The values of a text's `:names`. */
export type Values = Record<string, string | number>;

/** A problem of a field, in no language yet. */
export interface FieldProblem {
  message: ValidationMessage;
  values: Values;
}

/** A text with its `:names` filled in. */
export const fill = (text: string, values: Values): string =>
  text.replace(/:(\w+)/g, (whole, name: string) => (name in values ? String(values[name]) : whole));

/**
 * A problem of a field, in one language: the text of the server's answer and of a form before it is sent. `field` is the name
 * in the call's body; `other` among the values is another field's name.
 */
export function fieldText(
  field: string,
  message: ValidationMessage,
  locale: Locale,
  values: Values = {},
): string {
  const attribute = attributeName(field, locale);
  const other = attributeName(String(values.other ?? ''), locale);
  const Attribute = attribute.charAt(0).toUpperCase() + attribute.slice(1);
  return fill(validationMessages[message][locale], { attribute, Attribute, ...values, other });
}
