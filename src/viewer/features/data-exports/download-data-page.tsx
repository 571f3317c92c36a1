import { Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DataExport } from '../../../contract/account/data-exports.ts';
import { ApiError } from '../../../ui/api-client.ts';
import { Button } from '../../../ui/components/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { type AppContext, useApp } from '../../context.ts';
import { fetchFile, saveFile } from '../../files.ts';
import { Said } from '../../forms/guest-frame.tsx';
import { ListStates } from '../../forms/list-notes.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import { IdentityGate } from '../accounts/details-gate.tsx';

/** The interval at which the page asks for the progress of an export. */
const lookEveryMs = 1_500;

const exportQuery = (context: AppContext) =>
  queryOptions({
    queryKey: ['account', context.session.get()?.user.id, 'data-export'],
    queryFn: async ({ signal }) => (await context.api('GET /api/account/data-export', { signal })).data,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.export?.state === 'working' ? lookEveryMs : false),
  });

/** Requests an export of all data stored about the user, shows its progress, and offers the download for a week. */
export function DownloadDataPage() {
  return (
    <>
      <p className="mb-6 max-w-2xl text-quiet">
        <Trans>
          계정, 프로필, 시청 기록, 문의처럼 저희가 보관하는 내 데이터를 파일 하나로 모아 드려요. Excel에서
          열리는 표와 원본 데이터(JSON)가 들어 있어요.
        </Trans>
      </p>
      <IdentityGate>{({ email }) => <Copy email={email} />}</IdentityGate>
    </>
  );
}

function Copy({ email }: { email: string }) {
  const query = useQuery(exportQuery(useApp()));
  return (
    <ListStates query={query} rows={1} keepsData>
      {({ export: made, next_at }) => <Download email={email} made={made} next_at={next_at} />}
    </ListStates>
  );
}

interface DownloadProps {
  email: string;
  made: DataExport | null;
  /** From when another one may be asked for. */
  next_at: string | null;
}

function Download({ email, made, next_at }: DownloadProps) {
  const { i18n } = useLingui();
  const context = useApp();
  const asking = useSubmit([]);
  const next = next_at && i18n.date(new Date(next_at), { dateStyle: 'medium', timeStyle: 'short' });
  const ask = () =>
    asking.send(async () => {
      const { data } = await context.api('POST /api/account/data-export');
      context.queryClient.setQueryData(exportQuery(context).queryKey, data);
    });
  return (
    <section className="max-w-xl space-y-5 rounded-lg border border-line bg-surface p-5 tablet:p-6">
      {made?.state === 'working' && <Working made={made} email={email} />}
      {made?.state === 'ready' && <Ready made={made} />}
      {made?.state === 'failed' && (
        <Said kind="failure">
          <Trans>데이터를 모으지 못했어요. 다시 요청해 주세요.</Trans>
        </Said>
      )}
      {asking.failure && <Said kind="failure">{asking.failure}</Said>}
      {made?.state !== 'working' &&
        (next ? (
          <p className="text-14 text-quiet">
            <Trans>하루에 한 번 요청할 수 있어요. {next}부터 다시 요청할 수 있어요.</Trans>
          </p>
        ) : (
          <div className="space-y-3">
            <p className="text-14 text-quiet [overflow-wrap:anywhere]">
              <Trans>
                모으는 데 몇 분 걸릴 수 있어요. 준비되면 {email} 주소로 알려 드리고, 7일 동안 내려받을 수
                있어요.
              </Trans>
            </p>
            <Button
              look={made?.state === 'ready' ? 'quiet' : 'primary'}
              size="lg"
              disabled={asking.busy}
              onClick={() => void ask()}
            >
              {made?.state === 'ready' ? <Trans>새로 요청하기</Trans> : <Trans>내 데이터 요청하기</Trans>}
            </Button>
          </div>
        ))}
    </section>
  );
}

function Working({ made, email }: { made: DataExport; email: string }) {
  const { t } = useLingui();
  return (
    <div role="status">
      <p className="text-18 font-bold">
        <Trans>데이터를 모으고 있어요</Trans>
      </p>
      <progress
        aria-label={t`데이터를 모으는 중`}
        value={made.done}
        max={made.parts}
        className="mt-3 h-2 w-full overflow-hidden rounded-full bg-raised accent-jade"
      />
      <p className="mt-3 text-14 text-quiet [overflow-wrap:anywhere]">
        <Trans>이 화면을 닫아도 괜찮아요. 준비되면 {email} 주소로 알려 드릴게요.</Trans>
      </p>
    </div>
  );
}

function Ready({ made }: { made: DataExport }) {
  const { t, i18n } = useLingui();
  const context = useApp();
  const [busy, setBusy] = useState(false);
  const size = i18n.number(Math.max(0.1, (made.size_bytes ?? 0) / 2 ** 20), { maximumFractionDigits: 1 });
  const until = made.expires_at && i18n.date(new Date(made.expires_at), { dateStyle: 'long' });
  const download = async () => {
    setBusy(true);
    try {
      const params = { id: made.id };
      const file = await fetchFile(context, 'GET /api/account/data-export/{id}/file', { params });
      saveFile(file, `maru-data-${made.requested_at.slice(0, 10)}.zip`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast(
        'error',
        error.status === 403
          ? t`본인 확인이 끝났어요. 화면을 새로 고쳐 다시 확인해 주세요.`
          : t`내려받지 못했어요. 잠시 뒤에 다시 시도해 주세요.`,
      );
    }
    setBusy(false);
  };
  return (
    <div>
      <p className="text-18 font-bold">
        <Trans>데이터가 준비됐어요</Trans>
      </p>
      <p className="mt-1 text-14 text-quiet">
        <Trans>{until}까지 내려받을 수 있어요. 그 뒤에는 지워요.</Trans>
      </p>
      <Button look="primary" size="lg" className="mt-4" disabled={busy} onClick={() => void download()}>
        {busy ? <Trans>내려받는 중…</Trans> : <Trans>내려받기 ({size} MB)</Trans>}
      </Button>
    </div>
  );
}
