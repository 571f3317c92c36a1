import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { BlockedTitle } from '../../../contract/account/profiles.ts';
import { Grade } from '../../../ui/components/badges.tsx';
import { Button } from '../../../ui/components/button.tsx';
import { Field } from '../../../ui/components/field.tsx';
import { Picture } from '../../../ui/components/picture.tsx';
import { useApp } from '../../context.ts';
import { useSettled } from '../../use-settled.ts';

/** A query is sent when nothing was typed for so long. */
const typedMs = 250;
const shown = 6;

interface BlockedTitlesProps {
  blocked: BlockedTitle[];
  error: string | undefined;
  onChange: (blocked: BlockedTitle[]) => void;
}

/** The titles that a profile must not see, and a search for more of them. Saved with the form they stand in. */
export function BlockedTitles({ blocked, error, onChange }: BlockedTitlesProps) {
  const { t } = useLingui();
  const { api } = useApp();
  const [typed, setTyped] = useState('');
  const q = useSettled(typed.trim(), typedMs);
  const found = useQuery({
    queryKey: ['titles-to-block', q],
    // Searched without a profile: the title may be above the grade of the current profile.
    queryFn: ({ signal }) => api('GET /api/video/search', { query: { q }, signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });
  const isBlocked = (id: string) => blocked.some((title) => title.id === id);
  const titles: BlockedTitle[] = (found.data?.results ?? []).flatMap((card) =>
    card.type === 'e' || isBlocked(card.id)
      ? []
      : [
          {
            id: card.id,
            name: card.title,
            type: card.type,
            maturity: card.maturity,
            image: card.preview_image_thumbs,
          },
        ],
  );

  return (
    <div className="mt-3">
      <div className="max-w-[480px]">
        <Field
          label={t`막을 콘텐츠 찾기`}
          type="search"
          autoComplete="off"
          maxLength={100}
          value={typed}
          placeholder={t`제목, 초성으로 찾아보세요`}
          error={error}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            // The form around it is not to be sent.
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
      </div>
      {q !== '' && typed.trim() !== '' && (
        <div className="mt-2" role="status">
          {found.isError ? (
            <p className="py-3 text-quiet">
              <Trans>찾지 못했어요. 잠시 뒤에 다시 시도해 주세요.</Trans>
            </p>
          ) : found.data && titles.length === 0 ? (
            <p className="py-3 text-quiet">
              <Trans>맞는 콘텐츠가 없어요.</Trans>
            </p>
          ) : (
            <TitleList
              label={t`찾은 콘텐츠`}
              titles={titles.slice(0, shown)}
              actionLabel={(name) => t`${name} 막기`}
              action={<Trans>막기</Trans>}
              onAction={(title) => {
                onChange([title, ...blocked]);
                setTyped('');
              }}
            />
          )}
        </div>
      )}
      <h3 className="mt-6 text-14 text-quiet">
        {blocked.length === 0 ? (
          <Trans>막은 콘텐츠가 없어요.</Trans>
        ) : (
          <Trans>막은 콘텐츠 {blocked.length}편</Trans>
        )}
      </h3>
      <TitleList
        label={t`막은 콘텐츠`}
        titles={blocked}
        actionLabel={(name) => t`${name} 다시 볼 수 있게 하기`}
        action={<Trans>풀기</Trans>}
        onAction={(title) => onChange(blocked.filter(({ id }) => id !== title.id))}
      />
    </div>
  );
}

interface TitleListProps {
  label: string;
  titles: BlockedTitle[];
  actionLabel: (name: string) => string;
  action: ReactNode;
  onAction: (title: BlockedTitle) => void;
}

function TitleList({ label, titles, actionLabel, action, onAction }: TitleListProps) {
  const { locale } = useApp();
  if (titles.length === 0) return null;
  return (
    <ul aria-label={label} className="mt-2 divide-y divide-line">
      {titles.map((title) => (
        <li key={title.id} className="flex items-center gap-3 py-2">
          <span className="w-20 shrink-0 overflow-hidden rounded-sm">
            <Picture image={title.image} kind="landscape" sizes="80px" />
          </span>
          <span className="min-w-0 flex-1">
            <span className="block truncate font-semibold">{title.name}</span>
            <Grade maturity={title.maturity} locale={locale} />
          </span>
          <Button aria-label={actionLabel(title.name)} onClick={() => onAction(title)}>
            {action}
          </Button>
        </li>
      ))}
    </ul>
  );
}
