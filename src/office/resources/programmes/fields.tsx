/** The fields of a programme, by the tab they stand on. */
import { Box, TextField, Typography } from '@mui/material';
import { useEffect, useRef } from 'react';
import { ArrayInput, SimpleFormIterator } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { useFieldName, useText } from '../../i18n/i18n-provider.ts';
import { ImageInput } from '../../kit/image-input.tsx';
import {
  ChoiceInput,
  FieldGroup,
  FieldRow,
  LineInput,
  PairInput,
  RatingInput,
  SlugInput,
  SwitchInput,
  WholeNumberInput,
} from '../../kit/inputs.tsx';
import { useReadOnly } from '../../kit/read-only.ts';
import { RecordInput, RecordsInput } from '../../kit/reference-input.tsx';
import { WindowInput } from '../../kit/window-input.tsx';
import { AssetInput } from './asset-input.tsx';

export const useKind = () => useWatch({ name: 'kind' }) as 'series' | 'movie' | undefined;

export function BasicFields() {
  const kind = useKind();
  return (
    <>
      <FieldRow>
        <ChoiceInput
          source="kind"
          defaultValue="series"
          choices={[
            { id: 'series', text: 'kind.series' },
            { id: 'movie', text: 'kind.movie' },
          ]}
        />
        <RecordInput
          source="category_id"
          resource="categories"
          filter={{ top: true }}
          sort={{ field: 'position', order: 'ASC' }}
          isRequired
        />
        <SubCategoryInput />
      </FieldRow>
      <PairInput source="title" isRequired />
      <SlugInput from="title_en" />
      <PairInput source="synopsis" multiline max={4000} />
      <FieldRow>
        <RatingInput />
        <ChoiceInput
          source="status"
          defaultValue="upcoming"
          choices={[
            { id: 'upcoming', text: 'status.upcoming' },
            { id: 'completed', text: 'status.completed' },
          ]}
        />
        <WholeNumberInput source="release_year" min={1900} max={2100} />
        {kind === 'series' && <WholeNumberInput source="episodes_planned" />}
      </FieldRow>
      {kind === 'movie' && <AssetInput />}
    </>
  );
}

/** The categories under the chosen one. Choosing another one takes a sub-category that no longer fits away. */
function SubCategoryInput() {
  const fieldName = useFieldName();
  const category = useWatch({ name: 'category_id' }) as string | null | undefined;
  const { setValue } = useFormContext();
  const before = useRef(category);
  useEffect(() => {
    if (before.current && before.current !== category) {
      setValue('sub_category_id', null, { shouldDirty: true });
    }
    before.current = category;
  }, [category, setValue]);
  if (!category) return <TextField label={fieldName('sub_category_id')} disabled />;
  return (
    <RecordInput
      key={category}
      source="sub_category_id"
      resource="categories"
      filter={{ parent_id: category }}
      sort={{ field: 'position', order: 'ASC' }}
    />
  );
}

export function ArtworkFields() {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3 }}>
      <ImageInput
        source="portrait_id"
        shown="portrait"
        kind="portrait"
        title="artwork.portrait"
        width={200}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, flex: '1 1 300px' }}>
        <ImageInput
          source="landscape_id"
          shown="landscape"
          kind="landscape"
          title="artwork.landscape"
          width={320}
        />
        <ImageInput source="banner_id" shown="banner" kind="banner" title="artwork.banner" width={480} />
      </Box>
    </Box>
  );
}

export function CastFields() {
  const text = useText();
  const readOnly = useReadOnly();
  const credits = useWatch({ name: 'credits' }) as unknown[] | undefined;
  return (
    <>
      <RecordsInput source="genre_ids" resource="genres" sort={{ field: 'name_ko', order: 'ASC' }} />
      <FieldGroup>
        <ArrayInput source="credits" defaultValue={[]} helperText={false}>
          <SimpleFormIterator
            inline
            disableClear
            disableAdd={readOnly}
            disableRemove={readOnly}
            disableReordering={readOnly}
            sx={{
              '& .RaSimpleFormIterator-line': { borderBottom: 1, borderColor: 'divider', py: 0.5 },
              '& .RaSimpleFormIterator-inline': { flexWrap: { xs: 'wrap', sm: 'nowrap' }, columnGap: 1 },
            }}
          >
            <RecordInput
              source="person_id"
              resource="people"
              isRequired
              sort={{ field: 'name_ko', order: 'ASC' }}
            />
            <LineInput source="role_ko" lang="ko" max={100} />
            <LineInput source="role_en" lang="en" max={100} />
          </SimpleFormIterator>
        </ArrayInput>
        <Typography variant="caption" color="text.secondary">
          {text(credits?.length ? 'cast.hint' : 'cast.empty')}
        </Typography>
      </FieldGroup>
    </>
  );
}

export function PublicationFields() {
  const text = useText();
  return (
    <>
      <FieldRow>
        <SwitchInput source="published" label={text('chip.published')} />
        <SwitchInput source="premium" label={text('chip.premium')} />
      </FieldRow>
      <WindowInput />
    </>
  );
}
