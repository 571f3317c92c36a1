import { Trans, useLingui } from '@lingui/react/macro';
import { toast } from '../../../ui/toast.ts';
import { useApp, useSession } from '../../context.ts';
import { PinForm } from './pin-form.tsx';

/** The household's PIN that leads out of kids profiles and confirms changes to limits. */
export function ParentPinPage() {
  const { t } = useLingui();
  const { api, refreshUser: refresh } = useApp();
  const isSet = useSession()?.user.has_parent_pin ?? false;
  return (
    <>
      <p className="max-w-2xl text-quiet">
        <Trans>
          보호자 PIN을 정하면 키즈 프로필에서 다른 프로필로 바꿀 때 물어봐요. 시청 제한을 바꿀 때도 비밀번호
          대신 쓸 수 있어요.
        </Trans>
      </p>
      <p className="mt-4 font-semibold" role="status">
        {isSet ? <Trans>보호자 PIN을 쓰고 있어요.</Trans> : <Trans>아직 보호자 PIN이 없어요.</Trans>}
      </p>
      <PinForm
        isSet={isSet}
        save={async (pin, password) => {
          await api('PUT /api/account/parent-pin', { body: { pin, password } });
          await refresh();
          toast('success', pin === null ? t`보호자 PIN을 없앴어요.` : t`보호자 PIN을 저장했어요.`);
        }}
      />
    </>
  );
}
