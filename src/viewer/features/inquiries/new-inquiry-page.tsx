import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useId, useRef, useState } from 'react';
import type { InquiryAttachment, InquiryType } from '../../../contract/account/inquiries.ts';
import { ApiError } from '../../../ui/api-client.ts';
import { cx } from '../../../ui/class-names.ts';
import { Button } from '../../../ui/components/button.tsx';
import { Field } from '../../../ui/components/field.tsx';
import { toast } from '../../../ui/toast.ts';
import { useApp } from '../../context.ts';
import { AttachmentInput } from './attachments.tsx';
import { typeNames } from './names.ts';
import { TextArea } from './text-area.tsx';

type Wrong = Partial<Record<'type' | 'title' | 'body', string>>;

/** Asks our people something. What was written stays until it has arrived. */
export function NewInquiryPage() {
  const { t, i18n } = useLingui();
  const { api, queryClient } = useApp();
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);
  const typeId = useId();
  /** The same however often it is sent: an answer that was lost does not make two of it. */
  const [id] = useState(() => crypto.randomUUID());
  const [files, setFiles] = useState<InquiryAttachment[]>([]);
  const [wrong, setWrong] = useState<Wrong>({});
  const [failed, setFailed] = useState('');
  const [busy, setBusy] = useState(false);
  const [uploading, setUploading] = useState(false);

  const show = (found: Wrong) => {
    setWrong(found);
    const first = (['type', 'title', 'body'] as const).find((name) => found[name]);
    if (first) form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    return first !== undefined;
  };
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entered = new FormData(event.currentTarget);
    const type = String(entered.get('type')) as InquiryType | '';
    const title = String(entered.get('title')).trim();
    const body = String(entered.get('body')).trim();
    setFailed('');
    const missing: Wrong = {
      ...(type ? {} : { type: t`문의 유형을 골라 주세요.` }),
      ...(title ? {} : { title: t`제목을 입력해 주세요.` }),
      ...(body ? {} : { body: t`문의 내용을 입력해 주세요.` }),
    };
    if (show(missing) || !type) return;
    setBusy(true);
    try {
      const { data } = await api('POST /api/account/inquiries', {
        body: { id, type, title, body, attachment_ids: files.map((file) => file.id) },
      });
      void queryClient.invalidateQueries({ queryKey: ['inquiries'] });
      toast('success', t`문의를 보냈어요. 답변이 오면 알려 드릴게요.`);
      await router.navigate({
        to: '/account/$',
        params: { _splat: `inquiry-history/${data.id}` },
        replace: true,
      });
    } catch (error) {
      const errors = error instanceof ApiError ? error.errors : {};
      const named = show({
        ...(errors.type?.[0] ? { type: errors.type[0] } : {}),
        ...(errors.title?.[0] ? { title: errors.title[0] } : {}),
        ...(errors.body?.[0] ? { body: errors.body[0] } : {}),
      });
      // A file that waited for more than a day is gone.
      if (errors.attachment_ids) setFiles([]);
      if (!named)
        setFailed(
          errors.attachment_ids
            ? t`첨부한 파일을 찾을 수 없어요. 다시 첨부해 주세요.`
            : (error instanceof ApiError && error.message) ||
                t`보내지 못했어요. 적은 내용은 그대로 있으니 잠시 뒤에 다시 보내 주세요.`,
        );
      setBusy(false);
    }
  };

  return (
    <form ref={form} noValidate className="max-w-2xl space-y-5" onSubmit={(event) => void send(event)}>
      <div>
        <label htmlFor={typeId} className="mb-2 block text-14 font-semibold">
          <Trans>문의 유형</Trans>
        </label>
        <select
          id={typeId}
          name="type"
          defaultValue=""
          aria-invalid={wrong.type ? true : undefined}
          aria-describedby={wrong.type ? `${typeId}-error` : undefined}
          className={cx(
            'h-13 w-full rounded-md border bg-ground/60 px-4 text-16',
            wrong.type ? 'border-rose' : 'border-line hover:border-quiet',
          )}
        >
          <option value="">{t`골라 주세요`}</option>
          {Object.entries(typeNames).map(([value, name]) => (
            <option key={value} value={value}>
              {i18n._(name)}
            </option>
          ))}
        </select>
        {wrong.type && (
          <p id={`${typeId}-error`} className="mt-1 text-14 text-rose">
            {wrong.type}
          </p>
        )}
      </div>
      <Field
        label={t`제목`}
        name="title"
        maxLength={120}
        autoComplete="off"
        {...(wrong.title ? { error: wrong.title } : {})}
      />
      <TextArea
        label={t`문의 내용`}
        name="body"
        rows={8}
        maxLength={5000}
        placeholder={t`어떤 기기에서 무엇을 하다가 생긴 일인지 적어 주시면 더 빨리 도와 드릴 수 있어요.`}
        error={wrong.body}
      />
      <AttachmentInput value={files} onChange={setFiles} onBusy={setUploading} />
      {failed && (
        <p role="alert" className="rounded-md bg-rose/15 px-4 py-3 font-medium">
          {failed}
        </p>
      )}
      <Button type="submit" look="primary" size="lg" disabled={busy || uploading}>
        {busy ? <Trans>보내는 중…</Trans> : <Trans>문의 보내기</Trans>}
      </Button>
    </form>
  );
}
