import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import type { BillingAddress } from '../../../contract/account/billing.ts';
import { type AddressCountry, regions } from '../../../contract/addresses.ts';
import { rules } from '../../../contract/rules.ts';
import { site } from '../../../ui/brand.ts';
import { Button } from '../../../ui/components/button.tsx';
import { Field } from '../../../ui/components/field.tsx';
import { Select } from '../../../ui/components/select.tsx';
import { useApp } from '../../context.ts';
import { Said } from '../../forms/guest-frame.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import { membershipQuery } from './billing.queries.ts';
import { regionName } from './regions.ts';

interface AddressFormProps {
  address: BillingAddress | null;
  onSaved?: (() => void) | undefined;
  onCancel?: (() => void) | undefined;
}

const names = ['name', 'line1', 'line2', 'city', 'region', 'postal_code', 'country', 'phone'] as const;

/** Where bills go to: the country decides which regions there are and how the postal code is written. */
export function AddressForm({ address, onSaved, onCancel }: AddressFormProps) {
  const { t } = useLingui();
  const context = useApp();
  const sending = useSubmit(names);
  const countryName = useCountryName();
  const [country, setCountry] = useState(address?.country ?? site.billing_countries[0] ?? 'US');
  const isUs = country === 'US';
  const places = [...regions[country]].sort((a, b) => regionName(a).localeCompare(regionName(b)));

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const given = Object.fromEntries(names.map((name) => [name, String(form.get(name) ?? '').trim()]));
    const body = { ...given, country } as BillingAddress;
    const isRight = sending.check({
      name: rules.required(body.name),
      line1: rules.required(body.line1),
      city: rules.required(body.city),
      region: rules.chosen(body.region),
      postal_code: rules.postalCode(body.postal_code, country),
    });
    if (!isRight) return;
    void sending.send(async () => {
      await context.api('PUT /api/account/billing-address', { body });
      await context.queryClient.invalidateQueries({ queryKey: membershipQuery(context).queryKey });
      onSaved?.();
    });
  };
  const field = (name: (typeof names)[number]) => ({
    name,
    defaultValue: address?.[name] ?? '',
    error: sending.errorOf(name),
  });
  return (
    <form ref={sending.form} noValidate className="space-y-5" onSubmit={submit}>
      {sending.failure && <Said kind="failure">{sending.failure}</Said>}
      <Select
        label={t`국가`}
        name="country"
        autoComplete="country"
        value={country}
        error={sending.errorOf('country')}
        onChange={({ target }) => setCountry(target.value as typeof country)}
      >
        {site.billing_countries.map((code) => (
          <option key={code} value={code}>
            {countryName(code)}
          </option>
        ))}
      </Select>
      <Field label={t`이름`} autoComplete="name" maxLength={100} {...field('name')} />
      <Field label={t`주소`} autoComplete="address-line1" maxLength={120} {...field('line1')} />
      <Field label={t`상세 주소 (선택)`} autoComplete="address-line2" maxLength={120} {...field('line2')} />
      <Field label={t`도시`} autoComplete="address-level2" maxLength={80} {...field('city')} />
      <div className="grid gap-5 min-[480px]:grid-cols-2">
        <Select
          key={country}
          label={country === 'CA' ? t`주 (Province)` : t`주`}
          autoComplete="address-level1"
          {...field('region')}
          defaultValue={address?.country === country ? address.region : ''}
        >
          <option value="">{t`선택하기`}</option>
          {places.map((code) => (
            <option key={code} value={code}>
              {regionName(code)}
            </option>
          ))}
        </Select>
        <Field
          key={`postal ${country}`}
          label={isUs ? t`우편번호 (ZIP)` : t`우편번호`}
          autoComplete="postal-code"
          inputMode={country === 'CA' ? 'text' : 'numeric'}
          autoCapitalize="characters"
          maxLength={isUs ? 10 : 7}
          hint={isUs ? t`예: 90010` : country === 'CA' ? t`예: K1A 0B1` : t`예: 06600`}
          {...field('postal_code')}
          defaultValue={address?.country === country ? address.postal_code : ''}
        />
      </div>
      <Field label={t`전화번호 (선택)`} type="tel" autoComplete="tel" maxLength={30} {...field('phone')} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="plain" disabled={sending.busy}>
          {sending.busy ? <Trans>저장하는 중…</Trans> : <Trans>주소 저장</Trans>}
        </Button>
        {onCancel && (
          <Button onClick={onCancel}>
            <Trans>취소</Trans>
          </Button>
        )}
      </div>
    </form>
  );
}

/** Requests the missing address of a payer, in place of the step that would charge them. */
export function MissingAddress({ onSaved }: { onSaved?: () => void }) {
  return (
    <div className="space-y-5">
      <p className="text-quiet">
        <Trans>청구지 주소를 먼저 입력해 주세요. 이 주소로 세금을 계산하고 청구서에 적어요.</Trans>
      </p>
      <AddressForm address={null} onSaved={onSaved} />
    </div>
  );
}

/** Names countries in the viewer's language. */
function useCountryName(): (code: AddressCountry) => string {
  const { locale } = useApp();
  const names = new Intl.DisplayNames([locale], { type: 'region' });
  return (code) => names.of(code) ?? code;
}

/** An address as it is written on a bill. */
export function AddressLines({ address }: { address: BillingAddress }) {
  const { name, line1, line2, city, region, postal_code, phone } = address;
  const country = useCountryName()(address.country);
  const lines = [name, line1, line2, `${city}, ${region} ${postal_code}`, country, phone].filter(Boolean);
  return (
    <address className="text-quiet not-italic [overflow-wrap:anywhere]">
      {lines.map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
    </address>
  );
}
