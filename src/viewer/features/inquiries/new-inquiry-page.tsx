import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { InquiryAttachment } from '../../../contract/account/inquiries.ts';
import { rules } from '../../../contract/rules.ts';
import { Button } from '../../../ui/components/button.tsx';
import { Field } from '../../../ui/components/field.tsx';
import { Select } from '../../../ui/components/select.tsx';
import { toast } from '../../../ui/toast.ts';
import { useApp } from '../../context.ts';
import { Said } from '../../forms/guest-frame.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import { AttachmentInput } from './attachments.tsx';
import { isInquiryType, typeNames } from './names.ts';
import { TextArea } from './text-area.tsx';
import { useExplain } from './use-explain.ts';

/** Asks our people something. What was written stays until it has arrived. */
export function NewInquiryPage() {
  const { t, i18n } = useLingui();
  const { api, queryClient } = useApp();
  const router = useRouter();
  const sending = useSubmit(['type', 'title', 'body']);
  /** The same however often it is sent: an answer that was lost does not make two of it. */
  const [id] = useState(() => crypto.randomUUID());
  const [files, setFiles] = useState<InquiryAttachment[]>([]);
  const [uploading, setUploading] = useState(false);
  const explain = useExplain(() => setFiles([]));

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entered = new FormData(event.currentTarget);
    const type = String(entered.get('type'));
    const title = String(entered.get('title')).trim();
    const body = String(entered.get('body')).trim();
    const fine = sending.check({
      type: rules.required(type),
      title: rules.required(title),
      body: rules.required(body),
    });
    if (!fine || !isInquiryType(type)) return;
    void sending.send(async () => {
      const attachment_ids = files.map((file) => file.id);
      const { data } = await api('POST /api/account/inquiries', {
        body: { id, type, title, body, attachment_ids },
      }).catch(explain);
      void queryClient.invalidateQueries({ queryKey: ['inquiries'] });
      toast('success', t`문의를 보냈어요. 답변이 오면 알려 드릴게요.`);
      await router.navigate({
        to: '/account/$',
        params: { _splat: `inquiry-history/${data.id}` },
        replace: true,
      });
    });
  };

  return (
    <form ref={sending.form} noValidate className="max-w-2xl space-y-5" onSubmit={submit}>
      <Select label={t`문의 유형`} name="type" defaultValue="" error={sending.errorOf('type')}>
        <option value="">{t`골라 주세요`}</option>
        {Object.entries(typeNames).map(([value, name]) => (
          <option key={value} value={value}>
            {i18n._(name)}
          </option>
        ))}
      </Select>
      <Field
        label={t`제목`}
        name="title"
        maxLength={120}
        autoComplete="off"
        error={sending.errorOf('title')}
      />
      <TextArea
        label={t`문의 내용`}
        name="body"
        rows={8}
        maxLength={5000}
        placeholder={t`어떤 기기에서 무엇을 하다가 생긴 일인지 적어 주시면 더 빨리 도와 드릴 수 있어요.`}
        error={sending.errorOf('body')}
      />
      <AttachmentInput value={files} onChange={setFiles} onBusy={setUploading} />
      {sending.failure && <Said kind="failure">{sending.failure}</Said>}
      <Button type="submit" look="primary" size="lg" disabled={sending.busy || uploading}>
        {sending.busy ? <Trans>보내는 중…</Trans> : <Trans>문의 보내기</Trans>}
      </Button>
    </form>
  );
}
