import Icon from '@mui/icons-material/GavelOutlined';
import { Alert } from '@mui/material';
import { useRecordContext } from 'react-admin';
import { fieldText } from '../../../contract/messages.ts';
import { useOfficeLocale, useText } from '../../i18n/i18n-provider.ts';
import { useMay } from '../../kit/access.ts';
import type { Choice } from '../../kit/chips.tsx';
import { InstantCell } from '../../kit/columns.tsx';
import type { FieldPlace } from '../../kit/field.tsx';
import { choice, custom, instant, pair, reference } from '../../kit/fields.tsx';
import { html } from '../../kit/html-field.tsx';
import { FieldRow } from '../../kit/inputs.tsx';
import { ReadOnlyContext, useReadOnly } from '../../kit/read-only.ts';
import { declareResource } from '../../kit/resource.tsx';
import { InstantInput } from '../../kit/window-input.tsx';
import type { RowOf } from '../../names.ts';

type Version = RowOf<'page-versions'>;

const states: Record<Version['state'], Choice> = {
  coming: { text: 'version.coming', tone: 'sky' },
  in_force: { text: 'version.in_force', tone: 'jade' },
  past: { text: 'version.past' },
};

/** Terms, privacy, refunds: dated versions, of which viewers see the one in force. */
export const pageVersions = declareResource('page-versions', {
  seenAt: ({ page_slug }) => `/${page_slug}`,
  menu: { group: 'service', place: 70 },
  module: 'terms',
  title: { ko: '약관·정책', en: 'Terms' },
  icon: Icon,
  fields: [
    pair('title', { input: false, list: { ko: { sort: false }, en: { sort: false, from: 'md' } } }),
    custom('effective_from', {
      input: <EffectiveFromInput />,
      column: {
        cell: (version) => <InstantCell value={version.effective_from} />,
        exported: {},
      },
    }),
    choice('state', states, { input: false, list: true, asked: false }),
    reference('page_id', 'pages', { required: true, among: { versioned: true }, filter: true }),
    html('content', { required: true }),
    instant('updated_at', { list: { from: 'md' } }),
  ],
  form: VersionForm,
  sort: { field: 'effective_from', order: 'DESC' },
  width: 1200,
});

function EffectiveFromInput() {
  const locale = useOfficeLocale();
  return (
    <InstantInput
      source="effective_from"
      none="version.from"
      validate={(entry) => (entry ? undefined : fieldText('effective_from', 'required', locale))}
    />
  );
}

/** What is or was in force can only be read. */
function VersionForm({ Field }: { Field: FieldPlace<Version> }) {
  const text = useText();
  const version = useRecordContext<Partial<Version>>();
  const readOnly = useReadOnly();
  const mayPublish = useMay('publish');
  const isFixed = version?.state !== undefined && version.state !== 'coming';
  return (
    <ReadOnlyContext.Provider value={readOnly || isFixed}>
      {isFixed && !readOnly && (
        <Alert severity="info" sx={{ width: '100%', mb: 2, py: 0 }}>
          {text('version.fixed')}
        </Alert>
      )}
      {!mayPublish && !isFixed && !readOnly && (
        <Alert severity="info" sx={{ width: '100%', mb: 2, py: 0 }}>
          {text('version.publishes')}
        </Alert>
      )}
      <FieldRow>
        <Field name="page_id" />
        <Field name="effective_from" />
      </FieldRow>
      <Field name="content" />
    </ReadOnlyContext.Provider>
  );
}
