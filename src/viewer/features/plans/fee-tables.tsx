import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { type Branch, boxFees, branches, installerMiles } from '../../../contract/branches.ts';
import { useApp } from '../../context.ts';
import { dollars } from '../../money.ts';

const cell = 'py-3 pr-4 align-top';

/** What a set-top box costs: everywhere, and branch by branch. */
export function FeeTables() {
  const { t } = useLingui();
  const { locale } = useApp();
  return (
    <>
      <Table label={t`셋톱박스 비용`} head={[t`항목`, t`금액`]}>
        <tr className="border-b border-line/60">
          <th scope="row" className={`${cell} font-medium`}>
            <Trans>셋톱박스 배송비</Trans>
          </th>
          <td className={`${cell} whitespace-nowrap tabular-nums`}>
            {dollars(boxFees.shipping_cents)} <Trans>한 번만</Trans>
          </td>
        </tr>
        <tr className="border-b border-line/60">
          <th scope="row" className={`${cell} font-medium`}>
            <Trans>무료 체험이 끝나고 2주 안에 셋톱박스를 돌려주지 않을 때</Trans>
          </th>
          <td className={`${cell} whitespace-nowrap tabular-nums`}>{dollars(boxFees.not_returned_cents)}</td>
        </tr>
      </Table>
      <Table label={t`지점별 설치와 배송`} head={[t`지점 이름`, t`기사 방문 설치`, t`지점 배송비`]}>
        {branches.map((branch) => (
          <tr key={branch.code} className="border-b border-line/60">
            <th scope="row" className={`${cell} font-medium`}>
              <span className="whitespace-nowrap">{locale === 'ko' ? branch.name_ko : branch.name_en}</span>{' '}
              <span className="text-14 font-normal text-quiet">{branch.code}</span>
            </th>
            <td className={cell}>
              <Installer branch={branch} />
            </td>
            <td className={cell}>{branch.shipping ? <Trans>있음</Trans> : <Trans>없음</Trans>}</td>
          </tr>
        ))}
      </Table>
      <p className="mt-3 text-14 text-quiet">
        <Trans>금액이 적혀 있지 않은 비용은 신청할 때 지점에서 알려 드려요.</Trans>
      </p>
    </>
  );
}

function Installer({ branch }: { branch: Branch }) {
  if (!branch.installer) return <Trans>없음</Trans>;
  if (branch.installer_cents === null) return <Trans>가능</Trans>;
  return (
    <>
      <span className="tabular-nums">{dollars(branch.installer_cents)}</span>
      <span className="block text-14 text-quiet">
        <Trans>LA 코리아타운에서 {installerMiles}마일이 넘으면 추가 비용이 있어요.</Trans>
      </span>
    </>
  );
}

function Table({ label, head, children }: { label: string; head: string[]; children: ReactNode }) {
  return (
    <table className="mt-6 w-full max-w-3xl border-t border-line text-left">
      <caption className="pb-3 text-left text-18 font-bold">{label}</caption>
      <thead className="text-14 text-quiet">
        <tr className="border-b border-line">
          {head.map((name) => (
            <th key={name} scope="col" className="py-3 pr-4 font-medium">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
