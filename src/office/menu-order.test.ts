import { expect, test } from 'vitest';
import type { PlacedMenu } from '../contract/admin/session.ts';
import { groupMenus } from './menu-order.ts';

const menus = [
  { resource: 'programmes', group: '콘텐츠' },
  { resource: 'people', group: '콘텐츠' },
  { resource: 'customers', group: '운영' },
];
const placed = (resource: string, values: Partial<PlacedMenu> = {}): PlacedMenu => ({
  resource,
  name_ko: '',
  name_en: '',
  group_ko: '',
  group_en: '',
  hidden: false,
  ...values,
});

test('without a role’s own order menus stand as they usually do', () => {
  expect(groupMenus(menus, [], 'ko')).toEqual([
    {
      title: '콘텐츠',
      items: [
        { resource: 'programmes', name: undefined },
        { resource: 'people', name: undefined },
      ],
    },
    { title: '운영', items: [{ resource: 'customers', name: undefined }] },
  ]);
});

test('a role’s order, names and groups count, in the language; what it hides is left out, and what is gone does not matter', () => {
  const own = [
    placed('customers', { name_ko: '가입자', group_ko: '먼저 볼 것' }),
    placed('people', { hidden: true }),
    placed('gone'),
  ];
  expect(groupMenus(menus, own, 'ko')).toEqual([
    { title: '먼저 볼 것', items: [{ resource: 'customers', name: '가입자' }] },
    { title: '콘텐츠', items: [{ resource: 'programmes', name: undefined }] },
  ]);
  expect(groupMenus(menus, own, 'en').map(({ title }) => title)).toEqual(['운영', '콘텐츠']);
});
