/** Files of records: importing one, seeing first what it does, mending what is refused, and taking all of it back. */
import { expect, test } from 'vitest';
import { buildPerson, unique } from '../../test/build.ts';
import { expectAccessible } from '../axe.ts';
import { openStory, picture } from '../fixtures.ts';
import { openOffice } from './office.ts';

const story = openStory();

test('a file is imported: columns chosen, differences shown, good rows taken, all of it undone', async () => {
  const known = await buildPerson(story.db, { nameKo: '옛 이름', nameEn: 'Old name' });
  const fresh = unique('fresh');
  const table = [
    '주소 이름,성함,이름 (영어),메모',
    `${fresh},새 사람,New person,-`,
    `${known.slug},새 이름,Old name,-`,
    `${unique('bad')},,No Korean name,-`,
  ].join('\r\n');
  const page = await openOffice(story, '/office/people');
  await page.getByRole('link', { name: '가져오기' }).click();
  await page.getByRole('heading', { level: 1, name: '파일 가져오기' }).waitFor();
  await expectAccessible(page, 'import, the file');
  await page.getByLabel('파일', { exact: true }).setInputFiles({
    name: '배우.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(table),
  });
  await page.getByText('새로 만들려면 필요한 열이 없어요: 이름 (한국어)').waitFor();
  await page.getByText('가져오지 않는 열: 성함, 메모').waitFor();
  await page.getByRole('combobox', { name: '채울 항목: 성함' }).click();
  await page.getByRole('option', { name: '이름 (한국어)' }).click();
  await page.getByText('가져오지 않는 열: 메모').waitFor();
  // A menu that fades away is not judged.
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  await expectAccessible(page, 'import, the columns');
  await page.getByRole('button', { name: '미리 보기' }).click();
  await page.getByRole('button', { name: '거절 1' }).waitFor();
  await page.getByRole('cell', { name: '옛 이름', exact: true }).waitFor();
  await page.getByText('이름 (한국어): 이 칸의 입력은 필수입니다.').waitFor();
  await expectAccessible(page, 'import, the preview');
  await picture(page, 'office-import-preview');
  await page.getByRole('button', { name: '바뀜 1' }).click();
  await page.getByRole('cell', { name: '새 사람', exact: true }).waitFor({ state: 'detached' });

  await page.getByRole('button', { name: '거절된 줄 빼고 2줄 가져오기' }).click();
  await page.getByText('1개를 새로 만들고 1개를 바꿔요.').waitFor();
  await page.getByRole('button', { name: '확인' }).click();
  await page.getByText('완료', { exact: true }).waitFor();
  const names = async () =>
    (
      await story.pool.query(`select name_ko from catalog_people where slug = any($1) order by name_ko`, [
        [fresh, known.slug],
      ])
    ).rows.map(({ name_ko }) => name_ko);
  expect(await names()).toEqual(['새 사람', '새 이름']);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '거절된 줄 내려받기' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('refused-rows.xlsx');
  await page.getByRole('button', { name: '되돌리기' }).click();
  await page.getByRole('button', { name: '확인' }).click();
  await page.getByText('되돌렸어요').waitFor();
  expect(await names()).toEqual(['옛 이름']);

  await page.getByRole('menuitem', { name: '가져오기' }).click();
  await page.getByRole('link', { name: '배우.csv' }).waitFor();
});

test('the button is there for those who may import', async () => {
  const page = await openOffice(story, '/office/people', { permissions: { people: ['read'] } });
  await page.getByRole('region', { name: '출연진' }).waitFor();
  expect(await page.getByRole('link', { name: '가져오기' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: '내보내기' }).count()).toBe(0);
});
