import { Trans } from '@lingui/react/macro';
import { site } from '../../../ui/brand.ts';

/** What follows from asking for the deletion of an account. */
export function DeletionFacts() {
  const years = site.money_years;
  return (
    <ul className="max-w-2xl list-disc space-y-2 pl-5 text-quiet">
      <li>
        <Trans>신청하고 90일이 지나면 프로필과 찜한 콘텐츠, 시청 기록까지 모두 지워져요.</Trans>
      </li>
      <li>
        <Trans>그 전에는 로그인해서 취소할 수 있어요.</Trans>
      </li>
      <li>
        <Trans>
          신청하면 이용권의 자동 결제가 바로 끝나요. 결제한 기간이 끝나거나 계정이 지워질 때까지는 볼 수 있고,
          남은 기간은 환불되지 않아요. 다른 분이 결제하는 이용권도 같아요. 삭제를 취소해도 자동 결제는 다시
          시작되지 않아요.
        </Trans>
      </li>
      <li>
        <Trans>남은 적립금은 계정이 지워질 때 사라져요.</Trans>
      </li>
      <li>
        <Trans>청구서와 결제 기록은 이름과 주소를 지운 채로 {years}년 동안 보관해요.</Trans>
      </li>
      <li>
        <Trans>
          무료 체험 중복을 막으려고 카드 식별값을 암호화해 {years}년간 보관해요. 그동안은 같은 카드로 다시
          체험할 수 없어요.
        </Trans>
      </li>
    </ul>
  );
}
