/** Finds movies, episodes and videos for a schedule. Each can be dragged onto the time line, or added at its end. */
import { Draggable } from '@fullcalendar/react/interaction';
import AddIcon from '@mui/icons-material/AddOutlined';
import {
  Box,
  Button,
  IconButton,
  List,
  ListItem,
  ListItemText,
  TextField,
  ToggleButton,
  ToggleButtonGroup,
  Typography,
} from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { type RaRecord, useGetList } from 'react-admin';
import { useOfficeLocale, useText } from '../../i18n/i18n-provider.ts';
import { recordName } from '../../kit/reference-name.tsx';
import type { RowOf } from '../../names.ts';

/** Content that was dragged or chosen, as fields of an entry. */
export interface DraggedContent {
  name: string;
  values: Record<string, string>;
}

/** The content of an element of the list. */
export function draggedContent(element: HTMLElement): DraggedContent | undefined {
  const { content } = element.dataset;
  return content ? (JSON.parse(content) as DraggedContent) : undefined;
}

const found = 20;
/** A search waits for the end of typing. */
const typingMs = 300;
const maxEpisodes = 200;

export function ContentSearch({ onAdd }: { onAdd(content: DraggedContent): Promise<void> }) {
  const text = useText();
  const [kind, setKind] = useState<'titles' | 'videos'>('titles');
  const [words, setWords] = useState('');
  const [q, setQ] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setQ(words.trim()), typingMs);
    return () => clearTimeout(timer);
  }, [words]);
  const [series, setSeries] = useState<RowOf<'programmes'>>();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!list.current) return;
    const draggable = new Draggable(list.current, {
      itemSelector: '[data-content]',
      eventData: (element) => ({
        title: draggedContent(element)?.name ?? '',
        duration: '01:00',
        create: false,
      }),
    });
    return () => draggable.destroy();
  }, []);
  return (
    <Box sx={{ width: { xs: '100%', md: 260 }, flexShrink: 0 }}>
      <TextField
        fullWidth
        size="small"
        type="search"
        label={text('timeline.search')}
        value={words}
        onChange={({ target }) => {
          setWords(target.value);
          setSeries(undefined);
        }}
      />
      <ToggleButtonGroup
        exclusive
        fullWidth
        size="small"
        value={kind}
        onChange={(_, next: typeof kind | null) => next && setKind(next)}
        sx={{ my: 1 }}
      >
        <ToggleButton value="titles">{text('timeline.titles')}</ToggleButton>
        <ToggleButton value="videos">{text('timeline.videos')}</ToggleButton>
      </ToggleButtonGroup>
      <Typography variant="body2" color="text.secondary">
        {text('timeline.hint')}
      </Typography>
      <Box ref={list} sx={{ maxHeight: { xs: 240, md: 470 }, overflowY: 'auto' }}>
        {kind === 'videos' ? (
          <Videos words={q} onAdd={onAdd} />
        ) : series ? (
          <>
            <Button size="small" onClick={() => setSeries(undefined)}>
              {text('timeline.back')}
            </Button>
            <Episodes series={series} onAdd={onAdd} />
          </>
        ) : (
          <Titles words={q} onAdd={onAdd} onOpen={setSeries} />
        )}
      </Box>
    </Box>
  );
}

interface ContentProps {
  onAdd(content: DraggedContent): Promise<void>;
}

const byName = {
  pagination: { page: 1, perPage: found },
  sort: { field: 'created_at', order: 'DESC' },
} as const;

function Titles({
  words,
  onAdd,
  onOpen,
}: ContentProps & { words: string; onOpen(series: RowOf<'programmes'>): void }) {
  const text = useText();
  const locale = useOfficeLocale();
  const { data } = useGetList<RowOf<'programmes'>>('programmes', {
    ...byName,
    filter: words ? { q: words } : {},
  });
  return (
    <Results isEmpty={data?.length === 0}>
      {data?.map((title) => {
        const name = recordName(title, locale);
        if (title.kind === 'movie')
          return (
            <Content key={title.id} content={{ name, values: { programme_id: title.id } }} onAdd={onAdd} />
          );
        return (
          <ListItem key={title.id} disableGutters>
            <Button
              size="small"
              onClick={() => onOpen(title)}
              aria-label={text('timeline.episodes', { name })}
            >
              {name} ›
            </Button>
          </ListItem>
        );
      })}
    </Results>
  );
}

function Episodes({ series, onAdd }: ContentProps & { series: RowOf<'programmes'> }) {
  const locale = useOfficeLocale();
  const { data } = useGetList<RowOf<'episodes'>>('episodes', {
    pagination: { page: 1, perPage: maxEpisodes },
    sort: { field: 'number', order: 'ASC' },
    filter: { programme_id: series.id },
  });
  const title = recordName(series, locale);
  return (
    <Results isEmpty={data?.length === 0}>
      {data?.map((episode) => (
        <Content
          key={episode.id}
          content={{
            name: `${title} ${episode.number}`,
            values: { programme_id: series.id, episode_id: episode.id },
          }}
          onAdd={onAdd}
        />
      ))}
    </Results>
  );
}

function Videos({ words, onAdd }: ContentProps & { words: string }) {
  const locale = useOfficeLocale();
  const { data } = useGetList<RaRecord & { id: string }>('assets', {
    ...byName,
    filter: words ? { q: words } : {},
  });
  return (
    <Results isEmpty={data?.length === 0}>
      {data?.map((asset) => {
        const name = recordName(asset, locale);
        const values = { asset_id: asset.id, title_ko: name, title_en: name };
        return <Content key={asset.id} content={{ name, values }} onAdd={onAdd} />;
      })}
    </Results>
  );
}

function Results({ isEmpty, children }: { isEmpty: boolean; children: React.ReactNode }) {
  const text = useText();
  if (isEmpty) return <Typography sx={{ mt: 1 }}>{text('timeline.none')}</Typography>;
  return <List dense>{children}</List>;
}

function Content({ content, onAdd }: ContentProps & { content: DraggedContent }) {
  const text = useText();
  const { name } = content;
  return (
    <ListItem
      disableGutters
      data-content={JSON.stringify(content)}
      sx={{ cursor: 'grab', touchAction: 'none' }}
      secondaryAction={
        <IconButton
          edge="end"
          aria-label={text('timeline.add', { name })}
          onClick={() => void onAdd(content)}
        >
          <AddIcon />
        </IconButton>
      }
    >
      <ListItemText primary={name} />
    </ListItem>
  );
}
