import { Trans } from '@lingui/react/macro';
import { site } from '../../../ui/brand.ts';

interface ContactProps {
  /** What an e-mail begins with. */
  subject?: string;
  body?: string;
}

/** The address of an e-mail to the service's people, with what it is about. */
export function mailTo({ subject, body }: ContactProps): string {
  const parts = [
    subject && `subject=${encodeURIComponent(subject)}`,
    body && `body=${encodeURIComponent(body)}`,
  ];
  const query = parts.filter(Boolean).join('&');
  return `mailto:${site.support_email}${query && `?${query}`}`;
}

/** How and when the service's people are reached. */
export function Contact(about: ContactProps) {
  const { support_email: email, support_phone: phone } = site;
  return (
    <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
      <dt className="text-quiet">
        <Trans>전화</Trans>
      </dt>
      <dd>
        <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className="rounded-sm font-semibold hover:underline">
          {phone}
        </a>
      </dd>
      <dt className="text-quiet">
        <Trans>메일</Trans>
      </dt>
      <dd>
        <a href={mailTo(about)} className="rounded-sm font-semibold hover:underline">
          {email}
        </a>
      </dd>
      <dt className="text-quiet">
        <Trans>상담 시간</Trans>
      </dt>
      <dd>
        <Trans>평일 09:00~18:00</Trans>
      </dd>
      <dt className="text-quiet">
        <Trans>점심시간</Trans>
      </dt>
      <dd>12:00~13:00</dd>
      <dt className="text-quiet">
        <Trans>쉬는 날</Trans>
      </dt>
      <dd>
        <Trans>주말과 공휴일</Trans>
      </dd>
    </dl>
  );
}
