import { number, pair, reference } from '../../kit/fields.tsx';
import { declareFields } from '../../kit/resource.tsx';

/** Entered within their programme's page. */
export const seasons = declareFields('seasons', {
  seenAt: ({ programme_id }) => `/view/s/${programme_id}`,
  module: 'programmes',
  fields: [
    reference('programme_id', 'programmes', { input: false }),
    number('number', { required: true, min: 1, max: 999 }),
    pair('name', { max: 100 }),
  ],
  form: [['number', 'name']],
});
