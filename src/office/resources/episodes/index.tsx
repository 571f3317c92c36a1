import EpisodesIcon from '@mui/icons-material/SmartDisplayOutlined';
import { availability, image, instant, number, pair, publication, reference } from '../../kit/fields.tsx';
import { BesidePicture, FieldRow } from '../../kit/inputs.tsx';
import { lacks } from '../../kit/lacks-field.tsx';
import { declareResource } from '../../kit/resource.tsx';
import { AssetInput } from '../programmes/asset-input.tsx';
import { PageWithin } from '../programmes/page-within.tsx';

/** They are added within their programme's page. */
export const episodes = declareResource('episodes', {
  seenAt: ({ programme_id }) => `/view/s/${programme_id}`,
  module: 'programmes',
  menu: { group: 'catalogue', place: 14 },
  icon: EpisodesIcon,
  fields: [
    image('landscape_id', 'landscape', { kind: 'landscape', title: 'artwork.still', width: 220, list: true }),
    reference('programme_id', 'programmes', { input: false, list: true, filter: 'any' }),
    reference('season_id', 'seasons', { input: false, list: { from: 'md' } }),
    number('number', { required: true, min: 1, max: 9999, list: true }),
    pair('title', { required: true, list: true }),
    publication({ list: true, filter: true }),
    lacks({ from: 'md' }),
    pair('synopsis', { multiline: true, max: 4000, asked: false }),
    reference('asset_id', 'assets', { input: <AssetInput /> }),
    availability(),
    instant('updated_at', { list: { from: 'lg' } }),
  ],
  form: ({ Field }) => (
    <>
      <Field name="lacks" />
      <BesidePicture picture={<Field name="landscape_id" />}>
        <FieldRow>
          <Field name="number" />
          <Field name="published" />
        </FieldRow>
        <Field name="title" />
        <Field name="synopsis" />
        <Field name="asset_id" />
        <Field name="available_from" />
      </BesidePicture>
    </>
  ),
  sort: { field: 'updated_at', order: 'DESC' },
  pages: {
    edit: () => <PageWithin page="edit" form={<episodes.Form />} />,
    show: () => <PageWithin page="show" form={<episodes.Form />} />,
  },
});
