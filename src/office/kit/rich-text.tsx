/** The editor of HTML. Fetched with the first form that has one: it weighs as much as all the rest of a form. */
import { ToggleButton, ToggleButtonGroup } from '@mui/material';
import {
  ClearButtons,
  DefaultEditorOptions,
  FormatButtons,
  LinkButtons,
  ListButtons,
  QuoteButtons,
  RichTextInput,
  RichTextInputToolbar,
  useTiptapEditor,
} from 'ra-input-rich-text';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { useFieldName, useText } from '../i18n/i18n-provider.ts';
import { useReadOnly } from './read-only.ts';
import { RovingToolbar } from './roving-toolbar.tsx';
import { useRules } from './rules.ts';

const levels = [2, 3, 4];

/** Headings below the page's own. */
function HeadingButtons() {
  const editor = useTiptapEditor();
  const translate = useTranslate();
  const level = useSyncExternalStore(
    (changed) => {
      editor?.on('transaction', changed);
      return () => editor?.off('transaction', changed);
    },
    () => levels.find((own) => editor?.isActive('heading', { level: own })) ?? null,
  );
  return (
    <ToggleButtonGroup size="small" exclusive value={level}>
      {levels.map((own) => (
        <ToggleButton
          key={own}
          value={own}
          aria-label={translate(`ra.tiptap.heading${own}`, { _: `Heading ${own}` })}
          disabled={!editor?.isEditable}
          onClick={() => editor?.chain().focus().toggleNode('heading', 'paragraph', { level: own }).run()}
          sx={{ minWidth: 30, fontWeight: 700, lineHeight: 1.2 }}
        >
          H{own}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

/** Buttons for the formats that the server keeps. It removes colors, alignment and pictures of other sites. */
const buttons = (
  <RichTextInputToolbar>
    <HeadingButtons />
    <FormatButtons size="small" />
    <ListButtons size="small" />
    <LinkButtons size="small" />
    <QuoteButtons size="small" />
    <ClearButtons size="small" />
  </RichTextInputToolbar>
);

/** One field of HTML. */
export function RichText({ source, isRequired }: { source: string; isRequired: boolean }) {
  const readOnly = useReadOnly();
  const label = useFieldName()(source);
  // Without these a screen reader is not told that the editor is a text field, nor its label. Options that change make the editor anew.
  const text = useText();
  const notify = useNotify();
  // Read when something is pasted: options that change would make the editor anew.
  const refusePicture = useRef(() => {});
  useEffect(() => {
    refusePicture.current = () => notify(text('editor.no_picture'), { type: 'warning' });
  });
  const editorOptions = useMemo(() => {
    const refusesFiles = (sent: DataTransfer | null): boolean => {
      const isPicture = [...(sent?.files ?? [])].some(({ type }) => type.startsWith('image/'));
      // With a text beside the picture, the text is pasted.
      if (!isPicture || sent?.types.includes('text/html')) return false;
      refusePicture.current();
      return true;
    };
    return {
      ...DefaultEditorOptions,
      editorProps: {
        attributes: {
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-label': label,
          ...(readOnly ? { 'aria-readonly': 'true' } : {}),
          ...(isRequired ? { 'aria-required': 'true' } : {}),
        },
        // The server keeps the service's own pictures only, so that others would be left as broken pictures.
        transformPastedHTML: (html: string) => {
          const page = new DOMParser().parseFromString(html, 'text/html');
          const foreign = [...page.querySelectorAll('img')].filter(
            (picture) => !picture.getAttribute('src')?.startsWith('/images/'),
          );
          if (foreign.length === 0) return html;
          for (const picture of foreign) picture.remove();
          refusePicture.current();
          return page.body.innerHTML;
        },
        handlePaste: (_view: unknown, { clipboardData }: ClipboardEvent) => refusesFiles(clipboardData),
        handleDrop: (_view: unknown, { dataTransfer }: DragEvent) => refusesFiles(dataTransfer),
      },
    };
  }, [label, readOnly, isRequired]);
  return (
    <RichTextInput
      source={source}
      editorOptions={editorOptions}
      // One that is empty, for without one the editor has all its buttons.
      toolbar={readOnly ? <span /> : <RovingToolbar label={text('editor.toolbar')}>{buttons}</RovingToolbar>}
      readOnly={readOnly}
      validate={useRules(source, isRequired)}
      helperText={false}
      sx={{
        width: '100%',
        mb: 1,
        '& .RaRichTextInput-editorContent .ProseMirror': {
          minHeight: 160,
          maxHeight: 480,
          overflowY: 'auto',
          backgroundColor: 'background.paper',
        },
        '& .MuiToggleButton-root': { p: 0.5, minWidth: 30, minHeight: 30 },
      }}
    />
  );
}
