import { expect, test } from 'vitest';
import { eventActions } from '../../contract/admin/event-actions.ts';
import type { Text } from '../i18n/i18n-provider.ts';
import { texts } from '../i18n/texts.ts';
import { events } from '../resources/events/index.tsx';
import { actionChoices, actionNames } from './event-log.tsx';

test('the log is filtered by every action that is logged, in words, and has no others', () => {
  const said = Object.keys(texts).filter((key) => key.startsWith('action.'));
  expect(actionChoices.map(({ text }) => text).sort()).toEqual(said.sort());
  const words = Object.values(actionNames(((key: keyof typeof texts) => texts[key].ko) as Text));
  expect(words).toHaveLength(eventActions.length);
  expect(words.every((word) => /[가-힣]/.test(word))).toBe(true);
  // The list's own filter, as it stands there.
  const offered = events.filters?.find(({ props }) => props.source === 'action')?.props as
    | { choices: { id: string }[] }
    | undefined;
  expect(offered?.choices.map(({ id }) => id)).toEqual([...eventActions]);
});
