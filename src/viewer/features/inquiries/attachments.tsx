import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useId, useRef, useState } from 'react';
import type { InquiryAttachment } from '../../../contract/account/inquiries.ts';
import { fieldText } from '../../../contract/messages.ts';
import { rules } from '../../../contract/rules.ts';
import { ApiError } from '../../../ui/api-client.ts';
import { Icon } from '../../../ui/components/icon.tsx';
import { toast } from '../../../ui/toast.ts';
import { useApp } from '../../context.ts';
import { fetchFile, saveFile, sendFile } from '../../files.ts';

/** As the contract has them, which is not fetched for two numbers. */
const maxAttachments = 5;
const attachmentBytes = 10 * 2 ** 20;

const accepted = 'image/jpeg,image/png,image/webp,application/pdf';

interface AttachmentInputProps {
  value: readonly InquiryAttachment[];
  onChange: (change: (files: readonly InquiryAttachment[]) => InquiryAttachment[]) => void;
  /** While files are on their way nothing should be sent. */
  onBusy: (busy: boolean) => void;
}

/** Chooses files and sends them at once; each can be taken off again before the message goes. */
export function AttachmentInput({ value, onChange, onBusy }: AttachmentInputProps) {
  const { t } = useLingui();
  const context = useApp();
  const input = useRef<HTMLInputElement>(null);
  const hint = useId();
  const [sending, setSending] = useState(0);
  const [problem, setProblem] = useState('');

  const explain = (error: unknown, name: string) => {
    const code = error instanceof ApiError ? error.code : 'internal';
    if (code === 'invalid_file')
      return t`${name}: 올바르지 않은 파일이에요. JPEG, PNG, WebP, PDF만 보낼 수 있어요.`;
    if (code === 'too_large') return t`${name}: 10MB까지 보낼 수 있어요.`;
    if (code === 'inquiry_limit' && error instanceof ApiError) return error.message;
    return t`${name} 파일을 올리지 못했어요. 다시 골라 주세요.`;
  };
  const send = async (files: File[]) => {
    setProblem('');
    const room = maxAttachments - value.length;
    const surplus = rules.max_items(value.length + files.length, maxAttachments);
    if (surplus) setProblem(fieldText('attachment_ids', surplus.message, context.locale, surplus.values));
    const chosen = files.slice(0, room);
    onBusy(true);
    setSending(chosen.length);
    for (const file of chosen) {
      try {
        if (file.size > attachmentBytes) throw new ApiError(413, 'too_large', '');
        const { data } = await sendFile(context, 'POST /api/account/inquiry-attachments', file, {
          name: file.name.slice(0, 255),
        });
        onChange((before) => [...before, data]);
      } catch (error) {
        setProblem(explain(error, file.name));
      }
      setSending((left) => left - 1);
    }
    onBusy(false);
    if (input.current) input.current.value = '';
  };

  return (
    <div>
      <p className="mb-2 text-14 font-semibold">
        <Trans>파일 첨부</Trans>{' '}
        <span className="font-normal text-quiet">
          ({value.length}/{maxAttachments})
        </span>
      </p>
      <ul className="flex flex-wrap gap-2">
        {value.map((file) => (
          <li key={file.id} className="flex max-w-full items-center rounded-md bg-raised pl-4">
            <span className="min-w-0 truncate text-14">{file.name}</span>
            <button
              type="button"
              aria-label={t`${file.name} 빼기`}
              className="grid size-11 shrink-0 place-items-center rounded-md text-quiet hover:text-text"
              onClick={() => {
                onChange((before) => before.filter(({ id }) => id !== file.id));
                input.current?.focus();
              }}
            >
              <Icon name="close" size={18} />
            </button>
          </li>
        ))}
        {value.length < maxAttachments && (
          <li>
            <label className="relative inline-flex h-11 cursor-pointer items-center gap-2 rounded-md bg-raised px-4 text-16 font-semibold hover:bg-line has-[:disabled]:opacity-50 has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-jade">
              <Icon name="plus" size={18} />
              {sending > 0 ? <Trans>올리는 중…</Trans> : <Trans>파일 선택</Trans>}
              <input
                ref={input}
                type="file"
                multiple
                accept={accepted}
                disabled={sending > 0}
                aria-describedby={hint}
                className="absolute inset-0 size-full cursor-pointer opacity-0"
                onChange={(event) => void send([...(event.target.files ?? [])])}
              />
            </label>
          </li>
        )}
      </ul>
      <p id={hint} className="mt-2 text-14 text-quiet">
        <Trans>JPEG, PNG, WebP 사진과 PDF를 10MB까지 {maxAttachments}개 보낼 수 있어요.</Trans>
      </p>
      {problem && (
        <p role="alert" className="mt-1 text-14 text-rose [overflow-wrap:anywhere]">
          {problem}
        </p>
      )}
    </div>
  );
}

/** The files that came with a message: pictures small, and everything to keep. */
export function AttachmentList({ files }: { files: readonly InquiryAttachment[] }) {
  const { t } = useLingui();
  const context = useApp();
  if (files.length === 0) return null;
  const keep = async (file: InquiryAttachment) => {
    try {
      saveFile(
        await fetchFile(context, 'GET /api/account/inquiry-attachments/{id}', { params: { id: file.id } }),
        file.name,
      );
    } catch {
      toast('error', t`파일을 받지 못했어요. 잠시 뒤에 다시 시도해 주세요.`);
    }
  };
  return (
    <ul aria-label={t`첨부 파일`} className="mt-3 flex flex-wrap gap-2">
      {files.map((file) => (
        <li key={file.id} className="max-w-full">
          <button
            type="button"
            aria-label={t`${file.name} 받기`}
            className="flex min-h-11 max-w-full items-center gap-3 rounded-md border border-line bg-ground/40 py-1.5 pr-4 pl-1.5 text-left text-14 hover:border-quiet"
            onClick={() => void keep(file)}
          >
            {file.kind === 'image' ? (
              <Thumbnail file={file} />
            ) : (
              <span className="grid size-11 shrink-0 place-items-center rounded-sm bg-raised text-12 font-bold">
                PDF
              </span>
            )}
            <span className="min-w-0 truncate">{file.name}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** A picture of a message, which only its household may fetch. */
function Thumbnail({ file }: { file: InquiryAttachment }) {
  const context = useApp();
  const [address, setAddress] = useState('');
  useEffect(() => {
    let made = '';
    let left = false;
    fetchFile(context, 'GET /api/account/inquiry-attachments/{id}', { params: { id: file.id } }).then(
      (blob) => {
        if (left) return;
        made = URL.createObjectURL(blob);
        setAddress(made);
      },
      () => undefined,
    );
    return () => {
      left = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [context, file.id]);
  return (
    <span className="grid size-11 shrink-0 place-items-center overflow-hidden rounded-sm bg-raised">
      {address && <img src={address} alt="" className="size-full object-cover" />}
    </span>
  );
}
