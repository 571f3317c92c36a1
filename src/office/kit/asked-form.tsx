import {
  Alert,
  Box,
  Button,
  type ButtonProps,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  Stack,
  TextField,
  type TextFieldProps,
} from '@mui/material';
import { createContext, type FormEvent, type ReactNode, useContext, useState } from 'react';
import { useTranslate } from 'react-admin';
import { type FieldProblem, fieldText } from '../../contract/messages.ts';
import { ApiError } from '../../ui/api-client.ts';
import { useOfficeLocale } from '../i18n/i18n-provider.ts';

/** What is wrong with the fields of what is asked, by their names, and how a field is rid of it. */
const Problems = createContext<{ problems: Record<string, string>; forget: (name: string) => void }>({
  problems: {},
  forget: () => {},
});

/** A field of what is asked, which says at itself what is wrong with it until another entry is made. */
export function AskedField({ name, onChange, ...field }: TextFieldProps & { name: string }) {
  const { problems, forget } = useContext(Problems);
  const problem = problems[name];
  return (
    <TextField
      name={name}
      size="small"
      {...field}
      onChange={(event) => {
        forget(name);
        onChange?.(event);
      }}
      error={problem !== undefined}
      helperText={problem}
    />
  );
}

type Entry = HTMLInputElement | HTMLTextAreaElement;

const entriesOf = (form: HTMLFormElement): Entry[] =>
  [...form.elements].filter(
    (element): element is Entry =>
      (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) && element.name !== '',
  );

/** What the bounds of a native field find wrong with it. The browser's own text would be in its language, of one field alone. */
function problemOf(entry: Entry): FieldProblem | undefined {
  const { validity } = entry;
  if (validity.badInput) return { message: 'numeric', values: {} };
  // Spaces alone are nothing: the call would leave them out.
  if (entry.required && entry.value.trim() === '') return { message: 'required', values: {} };
  if (entry instanceof HTMLInputElement) {
    if (validity.rangeUnderflow) return { message: 'min_number', values: { min: entry.min } };
    if (validity.rangeOverflow) return { message: 'max_number', values: { max: entry.max } };
  }
  return validity.valid ? undefined : { message: 'regex', values: {} };
}

/** Goes to a field. That of a choice is hidden, behind the button that opens it. */
const focusOn = (entry: Entry): void =>
  (entry.getAttribute('aria-hidden') === 'true' && entry.previousElementSibling instanceof HTMLElement
    ? entry.previousElementSibling
    : entry
  ).focus();

interface AskedFormProps extends Omit<ButtonProps, 'onClick' | 'title' | 'onSubmit'> {
  /** What is asked, above what is entered. */
  question?: string;
  /** What is entered: `AskedField`s, or other native form fields with names. */
  fields: ReactNode;
  /** Runs the action with what was entered. The dialog stays open while it is refused, and says why. */
  onSubmit: (entered: Record<string, string>) => Promise<unknown>;
  /** When it opens. */
  onOpen?: () => void;
}

/** A button that asks for something before it does what it says. */
export function AskedForm({ question, fields, onSubmit, onOpen, children, ...look }: AskedFormProps) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [problems, setProblems] = useState<Record<string, string>>({});
  const translate = useTranslate();
  const locale = useOfficeLocale();
  const close = () => setAsking(false);
  const forget = (name: string) =>
    setProblems((all) => Object.fromEntries(Object.entries(all).filter(([own]) => own !== name)));
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entries = entriesOf(event.currentTarget);
    const wrong = entries.flatMap((entry) => {
      const found = problemOf(entry);
      return found ? [{ entry, text: fieldText(entry.name, found.message, locale, found.values) }] : [];
    });
    setProblems(Object.fromEntries(wrong.map(({ entry, text }) => [entry.name, text])));
    setProblem('');
    if (wrong[0]) {
      focusOn(wrong[0].entry);
      return;
    }
    const entered = Object.fromEntries(
      [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]),
    );
    setBusy(true);
    try {
      await onSubmit(entered);
      close();
    } catch (error) {
      const refused = error instanceof ApiError ? error.errors : {};
      const own = entries.flatMap(({ name }) => (refused[name]?.[0] ? [[name, refused[name][0]]] : []));
      setProblems(Object.fromEntries(own));
      const first = Object.values(refused)[0]?.[0];
      if (own.length === 0)
        setProblem(
          first ?? ((error instanceof ApiError && error.message) || translate('ra.notification.http_error')),
        );
    }
    setBusy(false);
  };
  return (
    <>
      <Button
        size="small"
        {...look}
        onClick={() => {
          setProblem('');
          setProblems({});
          setAsking(true);
          onOpen?.();
        }}
      >
        {children}
      </Button>
      {asking && (
        <Dialog open onClose={close} fullWidth maxWidth="xs">
          <Box
            component="form"
            noValidate
            onSubmit={(event: FormEvent<HTMLFormElement>) => void submit(event)}
          >
            <DialogTitle>{children}</DialogTitle>
            <DialogContent>
              {question && <DialogContentText sx={{ mb: 1.5 }}>{question}</DialogContentText>}
              <Stack sx={{ rowGap: 1.5, pt: 0.5 }}>
                <Problems value={{ problems, forget }}>{fields}</Problems>
                {problem && <Alert severity="error">{problem}</Alert>}
              </Stack>
            </DialogContent>
            <DialogActions>
              <Button onClick={close}>{translate('ra.action.cancel')}</Button>
              <Button type="submit" variant="contained" disabled={busy}>
                {translate('ra.action.confirm')}
              </Button>
            </DialogActions>
          </Box>
        </Dialog>
      )}
    </>
  );
}
