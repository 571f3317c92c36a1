import { Typography } from '@mui/material';
import type { ReactElement } from 'react';
import { useCreatePath, useRecordContext } from 'react-admin';
import { Link } from 'react-router';
import { EditPage, ShowPage } from '../../kit/edit-page.tsx';
import { ReferenceName } from '../../kit/reference-name.tsx';

/** The page of a season or an episode: its form, below the way to the programme that it belongs to. */
export function PageWithin({ page, form }: { page: 'edit' | 'show'; form: ReactElement }) {
  const Page = page === 'edit' ? EditPage : ShowPage;
  return (
    <Page>
      <OfProgramme />
      {form}
    </Page>
  );
}

function OfProgramme() {
  const record = useRecordContext<{ id: string; programme_id: string; season_id?: string }>();
  const path = useCreatePath();
  if (!record) return null;
  const programme = path({ resource: 'programmes', type: 'edit', id: record.programme_id });
  return (
    <Typography variant="body2" sx={{ width: '100%', mb: 1.5, '& a': { color: 'primary.main' } }}>
      <Link to={`${programme}?tab=episodes`}>
        <ReferenceName resource="programmes" id={record.programme_id} />
      </Link>
      {record.season_id && (
        <>
          {' · '}
          <ReferenceName resource="seasons" id={record.season_id} />
        </>
      )}
    </Typography>
  );
}
