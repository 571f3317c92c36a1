import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../../ui/components/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { useHandedFocus } from '../../forms/use-handed-focus.ts';
import { AddressForm, AddressLines } from './address-form.tsx';
import { type Membership, WithMembership } from './with-subscription.tsx';

/** Where bills go to. */
export function BillingDetailsPage() {
  return <WithMembership>{({ address }) => <Address address={address} />}</WithMembership>;
}

function Address({ address }: { address: Membership['address'] }) {
  const { t } = useLingui();
  const [editing, setEditing] = useState(false);
  const part = useHandedFocus<HTMLDivElement>(editing);
  return (
    <div ref={part} className="max-w-[480px]">
      <p className="mb-5 text-quiet">
        <Trans>이 주소로 세금을 계산하고 청구서에 적어요. 바꾸면 다음 결제부터 적용돼요.</Trans>
      </p>
      {address && !editing ? (
        <div className="space-y-4 rounded-lg border border-line bg-surface p-5 tablet:p-6">
          <AddressLines address={address} />
          <Button onClick={() => setEditing(true)} aria-label={t`청구지 주소 바꾸기`}>
            <Trans>바꾸기</Trans>
          </Button>
        </div>
      ) : (
        <AddressForm
          address={address}
          onSaved={() => {
            setEditing(false);
            toast('success', t`주소를 저장했어요.`);
          }}
          onCancel={address ? () => setEditing(false) : undefined}
        />
      )}
    </div>
  );
}
