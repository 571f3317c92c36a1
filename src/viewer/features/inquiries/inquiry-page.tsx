import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { Inquiry, InquiryAttachment } from '../../../contract/account/inquiries.ts';
import { rules } from '../../../contract/rules.ts';
import { ApiError } from '../../../ui/api-client.ts';
import { brandName } from '../../../ui/brand.ts';
import { cx } from '../../../ui/class-names.ts';
import { Badge } from '../../../ui/components/badges.tsx';
import { Button, buttonClass } from '../../../ui/components/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { useApp } from '../../context.ts';
import { Said } from '../../forms/guest-frame.tsx';
import { ListEmpty, ListStates } from '../../forms/list-notes.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import { Day } from '../support/article.tsx';
import { AttachmentInput, AttachmentList } from './attachments.tsx';
import { inquiryQuery } from './inquiries.queries.ts';
import { stateNames, stateTones, typeNames } from './names.ts';
import { TextArea } from './text-area.tsx';
import { useExplain } from './use-explain.ts';

/** One inquiry: what was written back and forth, and a field to go on as long as it is open. */
export function InquiryPage({ params: { id = '' } }: { params: Record<string, string> }) {
  const query = useQuery(inquiryQuery(useApp(), id));
  const code = query.error instanceof ApiError && query.error.code;
  if (code === 'not_found' || code === 'invalid') {
    return (
      <ListEmpty
        icon="info"
        title={<Trans>찾을 수 없는 문의예요</Trans>}
        hint={<Trans>주소를 다시 확인하거나 문의 목록에서 골라 주세요.</Trans>}
      >
        <ToList />
      </ListEmpty>
    );
  }
  return (
    <ListStates query={query} rows={3}>
      {({ data }) => <Conversation inquiry={data} />}
    </ListStates>
  );
}

function Conversation({ inquiry }: { inquiry: Inquiry }) {
  const { i18n } = useLingui();
  const { locale } = useApp();
  return (
    <div className="max-w-3xl">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h2 className="text-22 font-bold [overflow-wrap:anywhere]">{inquiry.title}</h2>
          <p className="mt-1 text-14 text-quiet">
            {i18n._(typeNames[inquiry.type])} · <Day at={inquiry.created_at} />
          </p>
        </div>
        <Badge tone={stateTones[inquiry.status]}>{i18n._(stateNames[inquiry.status])}</Badge>
      </div>
      <ol className="mt-6 space-y-4">
        {inquiry.messages.map((message) => (
          <li
            key={message.id}
            className={cx(
              'rounded-lg border p-5',
              message.author === 'staff' ? 'border-jade/50 bg-surface' : 'border-line',
            )}
          >
            <p className="flex justify-between gap-4 text-14">
              <span className="font-semibold">
                {message.author === 'staff' ? (
                  <Trans>{brandName[locale]} 고객센터</Trans>
                ) : (
                  <Trans>보낸 내용</Trans>
                )}
              </span>
              <span className="text-quiet">
                {i18n.date(new Date(message.created_at), { dateStyle: 'medium', timeStyle: 'short' })}
              </span>
            </p>
            <p className="mt-3 whitespace-pre-wrap [overflow-wrap:anywhere]">{message.body}</p>
            <AttachmentList files={message.attachments} />
          </li>
        ))}
      </ol>
      {inquiry.status === 'received' && (
        <p className="mt-4 text-14 text-quiet">
          <Trans>담당자가 확인하고 있어요. 답변이 오면 이메일로도 알려 드려요.</Trans>
        </p>
      )}
      {inquiry.status === 'closed' ? (
        <div className="mt-6 rounded-lg bg-surface p-5">
          <p>
            <Trans>끝난 문의예요. 궁금한 점이 더 있으면 새로 문의해 주세요.</Trans>
          </p>
          <Link
            to="/account/$"
            params={{ _splat: 'inquiries/new' }}
            className={buttonClass('primary', 'md', 'mt-4')}
          >
            <Trans>문의하기</Trans>
          </Link>
        </div>
      ) : (
        // A new field after each message of one's own; an answer that comes meanwhile leaves what is being written.
        <WriteAgain
          key={inquiry.messages.filter(({ author }) => author === 'customer').length}
          inquiry={inquiry}
        />
      )}
      <div className="mt-8">
        <ToList />
      </div>
    </div>
  );
}

function ToList() {
  return (
    <Link to="/account/$" params={{ _splat: 'inquiries' }} className={buttonClass('quiet')}>
      <Trans>문의 목록</Trans>
    </Link>
  );
}

function WriteAgain({ inquiry }: { inquiry: Inquiry }) {
  const { t } = useLingui();
  const context = useApp();
  const sending = useSubmit(['body']);
  const [id] = useState(() => crypto.randomUUID());
  const [files, setFiles] = useState<InquiryAttachment[]>([]);
  const [uploading, setUploading] = useState(false);
  const explain = useExplain(() => setFiles([]));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = String(new FormData(event.currentTarget).get('body')).trim();
    if (!sending.check({ body: rules.required(body) })) return;
    void sending.send(async () => {
      try {
        const answer = await context
          .api('POST /api/account/inquiries/{id}/messages', {
            params: { id: inquiry.id },
            body: { id, body, attachment_ids: files.map((file) => file.id) },
          })
          .catch(explain);
        toast('success', t`보냈어요. 답변이 오면 알려 드릴게요.`);
        void context.queryClient.invalidateQueries({ queryKey: ['inquiries'] });
        // A pending response may not have the new message yet.
        await context.queryClient.cancelQueries({ queryKey: ['inquiry'] });
        context.queryClient.setQueryData(inquiryQuery(context, inquiry.id).queryKey, answer);
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'inquiry_closed') throw error;
        toast('error', error.message);
        await context.queryClient.invalidateQueries({ queryKey: ['inquiry'] });
      }
    });
  };
  return (
    <form ref={sending.form} noValidate className="mt-6 space-y-4" onSubmit={submit}>
      <TextArea
        label={t`이어서 문의하기`}
        name="body"
        rows={4}
        maxLength={5000}
        error={sending.errorOf('body')}
      />
      <AttachmentInput value={files} onChange={setFiles} onBusy={setUploading} />
      {sending.failure && <Said kind="failure">{sending.failure}</Said>}
      <Button type="submit" look="primary" disabled={sending.busy || uploading}>
        {sending.busy ? <Trans>보내는 중…</Trans> : <Trans>보내기</Trans>}
      </Button>
    </form>
  );
}
