import { Box } from '@mui/material';
import { availability, image, number, pair, publication, reference } from '../../kit/fields.tsx';
import { FieldRow } from '../../kit/inputs.tsx';
import { declareFields } from '../../kit/resource.tsx';
import { AssetInput } from '../programmes/asset-input.tsx';

/** Entered within their programme's page. */
export const episodes = declareFields('episodes', {
  seenAt: ({ programme_id }) => `/view/s/${programme_id}`,
  module: 'programmes',
  fields: [
    reference('season_id', 'seasons', { input: false }),
    image('landscape_id', 'landscape', { kind: 'landscape', title: 'artwork.still', width: 220 }),
    number('number', { required: true, min: 1, max: 9999 }),
    publication(),
    pair('title', { required: true }),
    pair('synopsis', { multiline: true, max: 4000, asked: false }),
    reference('asset_id', 'assets', { input: <AssetInput /> }),
    availability(),
  ],
  form: ({ Field }) => (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3 }}>
      <Field name="landscape_id" />
      <Box sx={{ flex: '1 1 320px', minWidth: 0 }}>
        <FieldRow>
          <Field name="number" />
          <Field name="published" />
        </FieldRow>
        <Field name="title" />
        <Field name="synopsis" />
        <Field name="asset_id" />
        <Field name="available_from" />
      </Box>
    </Box>
  ),
});
