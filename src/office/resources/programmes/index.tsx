import MovieIcon from '@mui/icons-material/MovieOutlined';
import { declareResource } from '../../kit/resource.tsx';
import { ProgrammeCreate, ProgrammeEdit } from './edit.tsx';
import { fields } from './fields.tsx';
import { ProgrammeShow } from './show.tsx';

/** Every series and movie. */
export const programmes = declareResource('programmes', {
  seenAt: ({ kind, slug }) => `/view/${kind === 'movie' ? 'm' : 's'}/${slug}`,
  menu: { group: 'catalogue', place: 10 },
  icon: MovieIcon,
  fields,
  filters: ['kind', 'category_id', 'content_partner_id', 'published', 'premium', 'lacks'],
  sort: { field: 'updated_at', order: 'DESC' },
  pages: { create: ProgrammeCreate, edit: ProgrammeEdit, show: ProgrammeShow },
});
