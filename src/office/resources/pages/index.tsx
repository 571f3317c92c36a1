import Icon from '@mui/icons-material/DescriptionOutlined';
import { Alert, Box } from '@mui/material';
import { useWatch } from 'react-hook-form';
import { pageSlugProblem } from '../../../contract/rules.ts';
import { useText } from '../../i18n/i18n-provider.ts';
import type { FieldPlace } from '../../kit/field.tsx';
import { availability, choice, flag, image, instant, pair, publication, slug } from '../../kit/fields.tsx';
import { html } from '../../kit/html-field.tsx';
import { FieldRow } from '../../kit/inputs.tsx';
import { lacks } from '../../kit/lacks-field.tsx';
import { declareResource } from '../../kit/resource.tsx';
import type { RowOf } from '../../names.ts';

/** Pages that staff write. Those of the law have their content in versions (`page-versions`). */
export const pages = declareResource('pages', {
  seenAt: ({ slug }) => `/${slug}`,
  menu: { group: 'service', place: 60 },
  icon: Icon,
  fields: [
    pair('title', { required: true, list: { ko: {}, en: { from: 'md' } } }),
    choice(
      'kind',
      {
        page: { text: 'page_kind.page' },
        terms: { text: 'page_kind.terms', tone: 'sky' },
        privacy: { text: 'page_kind.privacy', tone: 'sky' },
        refund: { text: 'page_kind.refund', tone: 'sky' },
      },
      { initially: 'page', list: { from: 'sm' }, filter: true },
    ),
    slug({ from: 'title_en', problem: pageSlugProblem, list: { from: 'sm' } }),
    html('content', { required: true }),
    pair('meta_title', { max: 150 }),
    pair('meta_description', { max: 300 }),
    image('thumbnail_id', 'thumbnail', { kind: 'landscape', title: 'artwork.thumbnail', width: 280 }),
    image('banner_id', 'banner', { kind: 'banner', title: 'artwork.banner', width: 280 }),
    flag(
      'in_footer',
      { yes: { text: 'page.in_footer' }, no: { text: 'page.not_in_footer' } },
      { initially: true },
    ),
    publication({ list: true, filter: true }),
    availability(),
    lacks({ from: 'md', among: ['artwork', 'language'] }),
    instant('updated_at', { list: { from: 'lg' } }),
  ],
  form: PageForm,
  sort: { field: 'position', order: 'ASC' },
  width: 1200,
});

function PageForm({ Field }: { Field: FieldPlace<RowOf<'pages'>> }) {
  const text = useText();
  const kind = useWatch({ name: 'kind' }) as string | undefined;
  return (
    <>
      <Field name="lacks" />
      <Field name="title" />
      <FieldRow>
        <Field name="kind" />
        <Field name="slug" />
      </FieldRow>
      {kind === undefined || kind === 'page' ? (
        <Field name="content" />
      ) : (
        <Alert severity="info" sx={{ width: '100%', mb: 2, py: 0 }}>
          {text('page.has_versions')}
        </Alert>
      )}
      <Field name="meta_title" />
      <Field name="meta_description" />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3 }}>
        <Field name="thumbnail_id" />
        <Field name="banner_id" />
      </Box>
      <FieldRow>
        <Field name="published" />
        <Field name="in_footer" />
      </FieldRow>
      <Field name="available_from" />
    </>
  );
}
