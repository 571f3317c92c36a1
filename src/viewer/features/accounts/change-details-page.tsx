import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import type { AccountDetails } from '../../../contract/account/credentials.ts';
import { firstBirthDate } from '../../../contract/rules.ts';
import { Button } from '../../../ui/components/button.tsx';
import { Field } from '../../../ui/components/field.tsx';
import { Select } from '../../../ui/components/select.tsx';
import { toast } from '../../../ui/toast.ts';
import { useApp } from '../../context.ts';
import { Said } from '../../forms/guest-frame.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import { WithDetails } from './details-gate.tsx';
import { useGenderName } from './gender-name.ts';

const genders = ['female', 'male', 'other'] as const;

/** Birth date and gender: whoever does not want to tell them leaves them empty. */
export function ChangeDetailsPage() {
  return <WithDetails>{(details) => <ChangeDetails details={details} />}</WithDetails>;
}

function ChangeDetails({ details }: { details: AccountDetails }) {
  const { t } = useLingui();
  const { api } = useApp();
  const router = useRouter();
  const genderName = useGenderName();
  const sending = useSubmit(['birth_date', 'gender']);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const entered = event.currentTarget.elements.namedItem('birth_date') as HTMLInputElement;
    // What is half typed reads as empty, and would take back what was told.
    const isWhole = sending.check({
      birth_date: entered.validity.badInput && { message: 'date', values: {} },
    });
    if (!isWhole) return;
    void sending.send(async () => {
      await api('POST /api/account/details', {
        body: {
          birth_date: String(given.get('birth_date')) || null,
          gender: genders.find((own) => own === given.get('gender')) ?? null,
        },
      });
      toast('success', t`내 정보를 저장했어요.`);
      await router.navigate({ to: '/account/$', params: { _splat: 'information' } });
    });
  };
  return (
    <form ref={sending.form} noValidate className="max-w-[440px] space-y-5" onSubmit={submit}>
      <p className="text-quiet">
        <Trans>알려 주지 않아도 괜찮아요. 비워 두고 저장하면 지워져요.</Trans>
      </p>
      {sending.failure && <Said kind="failure">{sending.failure}</Said>}
      <Field
        label={t`생년월일`}
        type="date"
        name="birth_date"
        autoComplete="bday"
        min={firstBirthDate}
        defaultValue={details.birth_date ?? ''}
        error={sending.errorOf('birth_date')}
      />
      <Select
        label={t`성별`}
        name="gender"
        autoComplete="sex"
        defaultValue={details.gender ?? ''}
        error={sending.errorOf('gender')}
      >
        <option value="">{t`말하지 않을게요`}</option>
        {genders.map((gender) => (
          <option key={gender} value={gender}>
            {genderName(gender)}
          </option>
        ))}
      </Select>
      <Button type="submit" look="primary" size="lg" className="w-full" disabled={sending.busy}>
        {sending.busy ? <Trans>저장하는 중…</Trans> : <Trans>저장하기</Trans>}
      </Button>
    </form>
  );
}
