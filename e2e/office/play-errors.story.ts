/** A film that does not play: its viewer reads so, and staff find the failure in the play error log. */
import { expect, test } from 'vitest';
import { buildProgramme } from '../../test/build.ts';
import { expectAccessible } from '../axe.ts';
import { openStory, picture } from '../fixtures.ts';
import { ingestVideo } from '../viewer/broadcast.ts';
import { buildViewer, openAs } from '../viewer/shop.ts';
import { openOffice } from './office.ts';

const story = openStory();

test('a film with a broken manifest is in the play error log, with its count and its meaning', async () => {
  const assetId = await ingestVideo(story, 8);
  const film = await buildProgramme(story.db, { kind: 'movie', titleEn: 'The broken film', assetId });
  const viewer = await buildViewer(story);
  const page = await openAs(story, viewer, '/', { locale: 'en', expected: [/./] });
  await page.route(/\.mpd/, (route) =>
    route.fulfill({ body: 'not a manifest', contentType: 'application/dash+xml' }),
  );
  await page.goto(`${story.url}/watch/m/${film.id}`);
  await page.getByRole('alert').waitFor();
  const reported = async () => {
    const { rows } = await story.pool.query('select code from playback_errors where programme_id = $1', [
      film.id,
    ]);
    return rows.map(({ code }) => code as string);
  };
  await expect.poll(reported).toEqual([expect.stringMatching(/^4\d{3}$/)]);

  const office = await openOffice(story, '/office/play-errors', { locale: 'en' });
  await office.getByText(/^Play errors in the last 24 hours: \d+$/).waitFor();
  const row = office.getByRole('row').filter({ hasText: 'The broken film' });
  await row.getByText('Media').waitFor();
  await row.getByRole('button', { name: 'Expand' }).click();
  await office.getByText('The manifest could not be read.').last().waitFor();
  await expectAccessible(office, 'the play error log');
  await picture(office, 'office-play-errors');
  const [code = ''] = await reported();
  await office.getByRole('link', { name: code, exact: true }).first().click();
  await expect.poll(() => office.getByLabel('Search').inputValue()).toBe(code);
});
