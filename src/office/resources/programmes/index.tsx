import MovieIcon from '@mui/icons-material/MovieOutlined';
import { type PlacedResource, representation } from '../../kit/resource.tsx';
import { ProgrammeCreate, ProgrammeEdit } from './edit.tsx';
import { ProgrammeList } from './list.tsx';
import { ProgrammeShow } from './show.tsx';

export const programmes: PlacedResource = {
  menu: { group: 'catalogue', place: 10 },
  name: 'programmes',
  icon: MovieIcon,
  recordRepresentation: representation,
  list: ProgrammeList,
  create: ProgrammeCreate,
  edit: ProgrammeEdit,
  show: ProgrammeShow,
};
