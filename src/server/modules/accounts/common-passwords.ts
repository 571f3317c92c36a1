/** Passwords that are tried first, among those long enough to be taken; letters in lower case. */
const common = new Set(
  `12345678 123456789 1234567890 0123456789 987654321 9876543210 87654321 11111111 111111111 1111111111 00000000
  000000000 22222222 33333333 44444444 55555555 66666666 77777777 88888888 99999999 12341234 123412345 123123123
  12121212 112233445566 11223344 1122334455 147258369 159357456 123456123 123454321 12344321 13579246 135792468
  password password1 password12 password123 password1234 password! passw0rd p@ssword p@ssw0rd p@ssw0rd1 pass1234
  passport qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwer1234 qwer1234! qwer123! asdf1234 asdfasdf asdfghjk
  asdfghjkl zxcvbnm1 zxcv1234 zxcvbnm123 1q2w3e4r 1q2w3e4r! 1q2w3e4r5t 1qaz2wsx 1qazxsw2 qazwsxedc q1w2e3r4 q1w2e3r4t5
  a1234567 a12345678 a123456789 aa123456 aa12345678 abcd1234 abcd1234! abc12345 abc123456 abcdefgh abcdefg1 aaaaaaaa
  aaaa1111 iloveyou iloveyou1 iloveyou123 sunshine princess football baseball superman batman123 starwars pokemon1
  whatever trustno1 letmein1 letmein123 welcome1 welcome123 admin123 admin1234 administrator dragon123 monkey123
  master123 shadow123 michael1 jennifer computer internet samsung1 samsung123 changeme changeme1 test1234 test12345
  testtest guest123 user1234 root1234 korea123 korea1234 seoul1234 love1234 dkssud12 dkssudgktpdy tkfkdgo1 tkfkdgo12
  rlaehdgus alswls12 gksrnr12 wjdgus12 dlawhd12 qlalfqjsgh dkagh123 dkagh1234 ekfrekfr sarang12 sarang123 saranghae
  saranghae1 maru1234 maru12345 marumaru netflix1 netflix123 tving123 wavve123`.split(/\s+/),
);

/** Whether a password is one that a guesser tries first, or is nothing but one sign over and over. */
export function isCommonPassword(password: string): boolean {
  const form = password.normalize('NFKC').toLowerCase();
  return common.has(form) || new Set(form).size < 3;
}
