/**
 * Builders: each makes one thing in the database, and the parents it needs. Shared by the tests, the browser stories, the
 * benchmarks and the demo catalogue.
 */

import { eq, max } from 'drizzle-orm';
import { everyPermission, type Permissions } from '../src/contract/admin/permissions.ts';
import type { Queryable } from '../src/server/db/client.ts';
import { newId } from '../src/server/db/columns.ts';
import { households, sessions, users } from '../src/server/modules/accounts/accounts.tables.ts';
import { ads } from '../src/server/modules/ads/ads.tables.ts';
import { billingAccounts, coupons } from '../src/server/modules/billing/billing.tables.ts';
import {
  artworks,
  categories,
  contentPartners,
  credits,
  customRowItems,
  customRows,
  episodes,
  genres,
  people,
  programmeGenres,
  programmes,
  seasons,
} from '../src/server/modules/catalog/catalog.tables.ts';
import { personSource } from '../src/server/modules/catalog/search-sources.service.ts';
import { refreshEpisodes, refreshSeries } from '../src/server/modules/catalog/series.service.ts';
import { banners, sections } from '../src/server/modules/home/home.tables.ts';
import { ingestAssets, ingestTracks } from '../src/server/modules/ingest/ingest.tables.ts';
import {
  cannedAnswers,
  inquiries,
  inquiryMessages,
} from '../src/server/modules/inquiries/inquiries.tables.ts';
import {
  liveChannels,
  liveItems,
  liveTemplateSlots,
  liveTemplates,
  liveTimelines,
  radioGroups,
} from '../src/server/modules/live/live.tables.ts';
import { adGroups, serviceGroups } from '../src/server/modules/live/radio-groups.tables.ts';
import { channelSource } from '../src/server/modules/live/search-source.service.ts';
import { mailMessages } from '../src/server/modules/mail/mail.tables.ts';
import {
  notificationEvents,
  notifications,
} from '../src/server/modules/notifications/notifications.tables.ts';
import { planPeriods, planPrices, plans } from '../src/server/modules/plans/plans.tables.ts';
import { playbackSessions } from '../src/server/modules/playback/playback.tables.ts';
import { avatars, profiles } from '../src/server/modules/profiles/profiles.tables.ts';
import { indexDocuments } from '../src/server/modules/search/documents.service.ts';
import { roles, staff, staffSessions } from '../src/server/modules/staff/staff.tables.ts';
import {
  faqCategories,
  faqs,
  news,
  notices,
  pages,
  pageVersions,
  popups,
} from '../src/server/modules/support/support.tables.ts';
import { history } from '../src/server/modules/viewing/viewing.tables.ts';
import { hashPassword } from '../src/server/security/passwords.ts';
import { newToken, tokenHash } from '../src/server/security/token.ts';
import { type Renditions, videoTracks } from './package.ts';

/** The values of a row that a caller may set; the builder makes up the others. */
export type Insert<T extends { $inferInsert: unknown }> = Partial<T['$inferInsert']>;

let serial = 0;
/** A word that no other call has returned. */
export const unique = (word: string) => {
  serial += 1;
  return `${word}-${serial}-${Math.floor(Math.random() * 1e9).toString(36)}`;
};

const dayMs = 86_400_000;
const knownHashes = new Map<string, Promise<string>>();
/** The hash of a password; the same password is hashed once a process. */
const hashOf = (password: string) => {
  const known = knownHashes.get(password) ?? hashPassword(password);
  knownHashes.set(password, known);
  return known;
};

/** The one row that an insert answers. */
export async function one<T>(rows: Promise<unknown[]>): Promise<T> {
  return (await rows)[0] as T;
}

export async function buildCategory(db: Queryable, values: Insert<typeof categories> = {}) {
  const slug = values.slug ?? unique('category');
  return one<typeof categories.$inferSelect>(
    db
      .insert(categories)
      .values({ slug, nameKo: `분류 ${slug}`, nameEn: `Category ${slug}`, ...values })
      .returning(),
  );
}

export async function buildGenre(db: Queryable, values: Insert<typeof genres> = {}) {
  const slug = values.slug ?? unique('genre');
  return one<typeof genres.$inferSelect>(
    db
      .insert(genres)
      .values({ slug, nameKo: `장르 ${slug}`, nameEn: `Genre ${slug}`, ...values })
      .returning(),
  );
}

export async function buildContentPartner(db: Queryable, values: Insert<typeof contentPartners> = {}) {
  const slug = values.slug ?? unique('partner');
  return one<typeof contentPartners.$inferSelect>(
    db
      .insert(contentPartners)
      .values({ slug, nameKo: `제휴사 ${slug}`, nameEn: `Partner ${slug}`, ...values })
      .returning(),
  );
}

/** A published custom row of given programmes, in that order. */
export async function buildCustomRow(
  db: Queryable,
  values: Insert<typeof customRows> = {},
  programmeIds: string[] = [],
) {
  const slug = values.slug ?? unique('row');
  const row = await one<typeof customRows.$inferSelect>(
    db
      .insert(customRows)
      .values({ slug, titleKo: `모음 ${slug}`, titleEn: `Row ${slug}`, ...values })
      .returning(),
  );
  if (programmeIds.length > 0) {
    await db
      .insert(customRowItems)
      .values(programmeIds.map((programmeId, position) => ({ customRowId: row.id, programmeId, position })));
  }
  return row;
}

export async function buildPerson(db: Queryable, values: Insert<typeof people> = {}) {
  const slug = values.slug ?? unique('person');
  const row = await one<typeof people.$inferSelect>(
    db
      .insert(people)
      .values({ slug, nameKo: `배우 ${slug}`, nameEn: `Actor ${slug}`, ...values })
      .returning(),
  );
  await indexDocuments(db, personSource, [row.id]);
  return row;
}

/** A video as it is after its five steps: ready, with no files behind it. For lists and rules, not for playing. */
export async function buildAsset(db: Queryable, values: Insert<typeof ingestAssets> = {}) {
  const id = values.id ?? newId();
  return one<typeof ingestAssets.$inferSelect>(
    db
      .insert(ingestAssets)
      .values({
        id,
        fileName: `${id}.mp4`,
        state: 'ready',
        masterKey: `masters/${id}`,
        sizeBytes: 1000,
        durationMs: 60_000,
        ...(values.state && values.state !== 'ready'
          ? {}
          : { packagePrefix: `packages/${id}`, hlsManifest: 'master.m3u8', dashManifest: 'manifest.mpd' }),
        ...values,
      })
      .returning(),
  );
}

interface ProgrammeParts {
  genreIds?: string[];
  cast?: { personId: string; roleKo?: string; roleEn?: string }[];
}

/** A published programme, in a category of its own unless one is given. A movie gets a ready video. */
export async function buildProgramme(
  db: Queryable,
  values: Insert<typeof programmes> = {},
  parts: ProgrammeParts = {},
) {
  const slug = values.slug ?? unique('title');
  const kind = values.kind ?? 'movie';
  const row = await one<typeof programmes.$inferSelect>(
    db
      .insert(programmes)
      .values({
        kind,
        slug,
        titleKo: `제목 ${slug}`,
        titleEn: `Title ${slug}`,
        published: true,
        status: 'completed',
        ...values,
        categoryId: values.categoryId ?? (await buildCategory(db)).id,
        assetId:
          values.assetId === undefined && kind === 'movie'
            ? (await buildAsset(db)).id
            : (values.assetId ?? null),
      })
      .returning(),
  );
  if (parts.genreIds?.length) {
    await db
      .insert(programmeGenres)
      .values(parts.genreIds.map((genreId, position) => ({ programmeId: row.id, genreId, position })));
  }
  if (parts.cast?.length) {
    await db
      .insert(credits)
      .values(parts.cast.map((own, position) => ({ programmeId: row.id, position, ...own })));
  }
  await refreshSeries(db, [row.id]);
  return row;
}

export async function buildSeason(db: Queryable, values: Insert<typeof seasons> = {}) {
  return one<typeof seasons.$inferSelect>(
    db
      .insert(seasons)
      .values({
        number: 1,
        ...values,
        programmeId: values.programmeId ?? (await buildProgramme(db, { kind: 'series' })).id,
      })
      .returning(),
  );
}

/** A published episode with a ready video, in a season and series of its own unless given. */
export async function buildEpisode(
  db: Queryable,
  values: Insert<typeof episodes> & { season?: typeof seasons.$inferSelect } = {},
) {
  const { season: given, ...rest } = values;
  const season = given ?? (await buildSeason(db, rest.programmeId ? { programmeId: rest.programmeId } : {}));
  const number = rest.number ?? 1;
  const row = await one<typeof episodes.$inferSelect>(
    db
      .insert(episodes)
      .values({
        titleKo: `${number}화`,
        titleEn: `Episode ${number}`,
        published: true,
        ...rest,
        number,
        programmeId: season.programmeId,
        seasonId: season.id,
        seasonNumber: season.number,
        assetId: rest.assetId === undefined ? (await buildAsset(db)).id : rest.assetId,
      })
      .returning(),
  );
  await refreshEpisodes(db, [row]);
  return row;
}

/** A section of home: of a category or custom row of its own unless one is given. */
export async function buildSection(db: Queryable, values: Insert<typeof sections> = {}) {
  const { type = 'category' } = values;
  return one<typeof sections.$inferSelect>(
    db
      .insert(sections)
      .values({
        nameKo: '줄',
        nameEn: 'Row',
        position: 0,
        ...values,
        type,
        categoryId: values.categoryId ?? (type === 'category' ? (await buildCategory(db)).id : null),
        customRowId: values.customRowId ?? (type === 'row' ? (await buildCustomRow(db)).id : null),
      })
      .returning(),
  );
}

export async function buildBanner(db: Queryable, values: Insert<typeof banners> = {}) {
  return one<typeof banners.$inferSelect>(
    db
      .insert(banners)
      .values({ position: 0, ...values, programmeId: values.programmeId ?? (await buildProgramme(db)).id })
      .returning(),
  );
}

/** A channel without a line-up. */
export async function buildChannel(db: Queryable, values: Insert<typeof liveChannels> = {}) {
  const slug = values.slug ?? unique('channel');
  // Several processes may build in one database.
  const [last] = await db.select({ number: max(liveChannels.number) }).from(liveChannels);
  const nextNumber = Math.max(last?.number ?? 0, 9000) + 1;
  const row = await one<typeof liveChannels.$inferSelect>(
    db
      .insert(liveChannels)
      .values({ number: nextNumber, slug, nameKo: `채널 ${slug}`, nameEn: `Channel ${slug}`, ...values })
      .returning(),
  );
  await indexDocuments(db, channelSource, [row.id]);
  return row;
}

export const buildRadioGroup = (db: Queryable, values: Insert<typeof radioGroups> = {}) =>
  one<typeof radioGroups.$inferSelect>(
    db
      .insert(radioGroups)
      .values({ nameKo: '음악', nameEn: 'Music', ...values })
      .returning(),
  );

export const buildLiveTemplate = (db: Queryable, values: Insert<typeof liveTemplates> = {}) =>
  one<typeof liveTemplates.$inferSelect>(
    db
      .insert(liveTemplates)
      .values({ name: '한 주', period: 'weekly', zone: 'America/Los_Angeles', ...values })
      .returning(),
  );

/** A slot of a template: Monday, noon, a movie of its own unless something else is given. */
export async function buildTemplateSlot(
  db: Queryable,
  values: Insert<typeof liveTemplateSlots> & { templateId: string },
) {
  const programmeId = values.programmeId ?? (await buildProgramme(db)).id;
  return one<typeof liveTemplateSlots.$inferSelect>(
    db
      .insert(liveTemplateSlots)
      .values({ weekday: 'mon', startTime: '12:00:00', ...values, programmeId })
      .returning(),
  );
}

export const buildServiceGroup = (db: Queryable, values: Insert<typeof serviceGroups> = {}) =>
  one<typeof serviceGroups.$inferSelect>(
    db
      .insert(serviceGroups)
      .values({ nameKo: '구독자', nameEn: 'Subscribers', active: true, ...values })
      .returning(),
  );

export const buildAdGroup = (db: Queryable, values: Insert<typeof adGroups> = {}) =>
  one<typeof adGroups.$inferSelect>(
    db
      .insert(adGroups)
      .values({ titleKo: '아침 광고', titleEn: 'Morning ads', ...values })
      .returning(),
  );

/** An item of a channel's plan, after those it has; a movie of its own unless something else is given. */
export async function buildLiveItem(db: Queryable, values: Insert<typeof liveItems> & { channelId: string }) {
  const planned = await db.$count(liveItems, eq(liveItems.channelId, values.channelId));
  return one<typeof liveItems.$inferSelect>(
    db
      .insert(liveItems)
      .values({
        position: planned,
        ...values,
        programmeId: values.programmeId ?? (values.assetId ? null : (await buildProgramme(db)).id),
      })
      .returning(),
  );
}

/** Renditions of a package without files. */
export async function buildRenditions(db: Queryable, assetId: string, renditions: Renditions) {
  const rows = videoTracks(renditions).map((track, position) => ({
    assetId,
    name: track.name,
    position,
    track,
  }));
  await db.insert(ingestTracks).values(rows);
}

/** The timeline of a package without files: segments of four seconds, two renditions by default. */
export async function buildTimeline(
  db: Queryable,
  assetId: string,
  durationMs = 60_000,
  heights: readonly number[] = [720, 360],
) {
  const borders = Array.from({ length: Math.ceil(durationMs / 4000) }, (_, index) => index * 4000);
  const key = 'METHOD=SAMPLE-AES,IV=0x00000000000000000000000000000001,KEYFORMAT="identity"';
  await db.insert(liveTimelines).values({
    assetId,
    timeline: {
      durationMs,
      video: heights.length > 0 ? [...borders, durationMs] : [0],
      audio: [...borders, durationMs],
      renditions: heights.map((height) => ({
        name: `v${height}`,
        width: (height * 16) / 9,
        height,
        bandwidth: height * 2000,
        averageBandwidth: height * 1500,
        codec: 'avc1.64001f',
        frameRate: '25.000',
        key,
      })),
      sound: { codec: 'mp4a.40.2', channels: '2', key },
    },
  });
}

export interface BuiltUser {
  id: string;
  householdId: string;
  username: string;
  password: string;
  /** A bearer token of a session of this user. */
  token: string;
}

/** A user with a household and a session. `plan`: days the household's plan still lasts; none without. */
export async function buildUser(
  db: Queryable,
  values: Insert<typeof users> & { password?: string; plan?: number; planId?: string } = {},
): Promise<BuiltUser> {
  const { password = 'maru-1234!', plan, planId, ...rest } = values;
  const username = rest.username ?? unique('user');
  const householdId =
    rest.householdId ?? (await one<{ id: string }>(db.insert(households).values({}).returning())).id;
  const user = await one<typeof users.$inferSelect>(
    db
      .insert(users)
      .values({
        email: `${username}@example.com`,
        ...rest,
        username,
        householdId,
        passwordHash: await hashOf(password),
      })
      .returning(),
  );
  if (plan !== undefined) {
    await db.insert(planPeriods).values({
      householdId,
      planId: planId ?? null,
      startsAt: new Date(Date.now() - dayMs),
      endsAt: new Date(Date.now() + plan * dayMs),
    });
  }
  const token = newToken();
  await db
    .insert(sessions)
    .values({ tokenHash: tokenHash(token), userId: user.id, householdId, device: 'web' });
  return { id: user.id, householdId, username, password, token };
}

/** A profile, in a household of its own unless given. `pin`: four digits that lock it. */
export async function buildProfile(db: Queryable, values: Insert<typeof profiles> & { pin?: string } = {}) {
  const { pin, ...rest } = values;
  return one<typeof profiles.$inferSelect>(
    db
      .insert(profiles)
      .values({
        name: '가족',
        ...rest,
        pinHash: pin === undefined ? null : await hashOf(pin),
        householdId: rest.householdId ?? (await buildUser(db)).householdId,
      })
      .returning(),
  );
}

/** A playback session of an asset that lives until it is ended: it was heard of in a day from now. */
export async function buildPlaybackSession(
  db: Queryable,
  values: Partial<Insert<typeof playbackSessions>> & { assetId: string },
) {
  const startedAt = values.startedAt ?? new Date();
  const profile = values.profileId ? undefined : await buildProfile(db);
  return one<typeof playbackSessions.$inferSelect>(
    db
      .insert(playbackSessions)
      .values({
        householdId: profile?.householdId ?? (values.householdId as string),
        profileId: profile?.id ?? (values.profileId as string),
        programmeId: values.programmeId ?? (await buildProgramme(db)).id,
        durationSeconds: 60,
        device: 'web',
        startedAt,
        heartbeatAt: new Date(startedAt.getTime() + dayMs),
        ...values,
      })
      .returning(),
  );
}

/** A picture that profiles may choose, without bytes. */
export async function buildAvatar(db: Queryable, values: Insert<typeof avatars> = {}) {
  const artworkId = values.artworkId ?? (await buildArtwork(db, { kind: 'avatar' })).id;
  return one<typeof avatars.$inferSelect>(
    db
      .insert(avatars)
      .values({
        groupKo: '동물',
        groupEn: 'Animals',
        nameKo: '호랑이',
        nameEn: 'Tiger',
        position: 0,
        ...values,
        artworkId,
      })
      .returning(),
  );
}

export async function buildRole(db: Queryable, values: Insert<typeof roles> = {}) {
  return one<typeof roles.$inferSelect>(
    db
      .insert(roles)
      .values({ nameKo: '관리자', nameEn: 'Administrator', permissions: everyPermission, ...values })
      .returning(),
  );
}

/** A member of staff with a session; an administrator unless a role is given. */
export async function buildStaff(
  db: Queryable,
  values: Insert<typeof staff> & { password?: string; permissions?: Permissions } = {},
) {
  const { password = 'maru-staff-1234', permissions, ...rest } = values;
  const username = rest.username ?? unique('staff');
  const row = await one<typeof staff.$inferSelect>(
    db
      .insert(staff)
      .values({
        name: username,
        ...rest,
        username,
        passwordHash: await hashOf(password),
        roleId: rest.roleId ?? (await buildRole(db, permissions ? { permissions } : {})).id,
      })
      .returning(),
  );
  const token = newToken();
  await db.insert(staffSessions).values({ tokenHash: tokenHash(token), staffId: row.id });
  return { ...row, password, token };
}

/** A message as it is after it was sent. */
export async function buildMail(db: Queryable, values: Insert<typeof mailMessages> = {}) {
  return one<typeof mailMessages.$inferSelect>(
    db
      .insert(mailMessages)
      .values({
        toAddress: `${unique('reader')}@example.com`,
        locale: 'ko',
        template: 'password_changed',
        subject: '비밀번호가 바뀌었어요',
        text: '비밀번호가 바뀌었어요',
        html: '<!doctype html><html lang="ko"><title>메일</title><h1>비밀번호가 바뀌었어요</h1></html>',
        state: 'sent',
        attempts: 1,
        sentAt: new Date(),
        ...values,
      })
      .returning(),
  );
}

export async function buildNotice(db: Queryable, values: Insert<typeof notices> = {}) {
  const own = unique('notice');
  return one<typeof notices.$inferSelect>(
    db
      .insert(notices)
      .values({
        titleKo: `공지 ${own}`,
        titleEn: `Notice ${own}`,
        bodyKo: '<p>알려 드려요.</p>',
        bodyEn: '<p>For your information.</p>',
        // The notice counts as announced, unless the test is about that.
        announcedAt: new Date(),
        ...values,
      })
      .returning(),
  );
}

export async function buildFaqCategory(db: Queryable, values: Insert<typeof faqCategories> = {}) {
  const own = unique('topic');
  return one<typeof faqCategories.$inferSelect>(
    db
      .insert(faqCategories)
      .values({ titleKo: `분류 ${own}`, titleEn: `Topic ${own}`, ...values })
      .returning(),
  );
}

export async function buildFaq(db: Queryable, values: Insert<typeof faqs> = {}) {
  const own = unique('question');
  const categoryId = values.categoryId ?? (await buildFaqCategory(db)).id;
  return one<typeof faqs.$inferSelect>(
    db
      .insert(faqs)
      .values({
        questionKo: `질문 ${own}`,
        questionEn: `Question ${own}`,
        answerKo: '<p>답이에요.</p>',
        answerEn: '<p>The answer.</p>',
        ...values,
        categoryId,
      })
      .returning(),
  );
}

export async function buildPage(db: Queryable, values: Insert<typeof pages> = {}) {
  const slug = values.slug ?? unique('page');
  return one<typeof pages.$inferSelect>(
    db
      .insert(pages)
      .values({
        titleKo: `안내 ${slug}`,
        titleEn: `Page ${slug}`,
        contentKo: '<p>내용이에요.</p>',
        contentEn: '<p>The content.</p>',
        ...values,
        slug,
      })
      .returning(),
  );
}

/** A version of a page of the law, in force unless said. */
export async function buildPageVersion(
  db: Queryable,
  values: Insert<typeof pageVersions> & { pageId: string },
) {
  return one<typeof pageVersions.$inferSelect>(
    db
      .insert(pageVersions)
      .values({
        effectiveFrom: new Date(),
        contentKo: '<p>약관이에요.</p>',
        contentEn: '<p>The terms.</p>',
        ...values,
      })
      .returning(),
  );
}

export async function buildNews(db: Queryable, values: Insert<typeof news> = {}) {
  return one<typeof news.$inferSelect>(
    db
      .insert(news)
      .values({ textKo: '새 소식이에요.', textEn: 'This just in.', ...values })
      .returning(),
  );
}

/** A picture without bytes: enough for what only shows its address. */
export async function buildArtwork(db: Queryable, values: Insert<typeof artworks> = {}) {
  return one<typeof artworks.$inferSelect>(
    db
      .insert(artworks)
      .values({ kind: 'landscape', color: '#223344', ...values })
      .returning(),
  );
}

export async function buildPopup(db: Queryable, values: Insert<typeof popups> = {}) {
  const imageId = values.imageId === undefined ? (await buildArtwork(db)).id : values.imageId;
  return one<typeof popups.$inferSelect>(
    db
      .insert(popups)
      .values({ titleKo: '환영해요', titleEn: 'Welcome', ...values, imageId })
      .returning(),
  );
}

export async function buildAd(db: Queryable, values: Insert<typeof ads> = {}) {
  const imageId = values.imageId ?? (await buildArtwork(db)).id;
  return one<typeof ads.$inferSelect>(
    db
      .insert(ads)
      .values({
        placement: 'small-banner',
        titleKo: '동네 빵집',
        titleEn: 'The corner bakery',
        link: 'https://bakery.example',
        ...values,
        imageId,
      })
      .returning(),
  );
}

/** A plan with a price, in force since long ago unless said. */
export async function buildPlan(
  db: Queryable,
  {
    priceCents = 1499,
    regularPriceCents = null,
    priceFrom = new Date('2020-01-01T00:00:00Z'),
    ...values
  }: Insert<typeof plans> & {
    priceCents?: number;
    regularPriceCents?: number | null;
    priceFrom?: Date;
  } = {},
) {
  const plan = await one<typeof plans.$inferSelect>(
    db
      .insert(plans)
      .values({
        nameKo: '월 이용권',
        nameEn: 'Monthly',
        period: 'monthly',
        devices: ['pc', 'mobile'],
        ...values,
      })
      .returning(),
  );
  const price = await buildPlanPrice(db, {
    planId: plan.id,
    priceCents,
    regularPriceCents,
    startsAt: priceFrom,
  });
  return { ...plan, priceId: price.id, priceCents };
}

/** Another price of a plan. */
export async function buildPlanPrice(db: Queryable, values: typeof planPrices.$inferInsert) {
  return one<typeof planPrices.$inferSelect>(db.insert(planPrices).values(values).returning());
}

/** A payer, by default of a household of its own. */
export async function buildBillingAccount(db: Queryable, values: Insert<typeof billingAccounts> = {}) {
  const householdId =
    values.householdId ?? (await one<{ id: string }>(db.insert(households).values({}).returning())).id;
  return one<typeof billingAccounts.$inferSelect>(
    db
      .insert(billingAccounts)
      .values({ ...values, householdId })
      .returning(),
  );
}

/** A coupon of a tenth, once, without limits. */
export async function buildCoupon(db: Queryable, values: Insert<typeof coupons> = {}) {
  return one<typeof coupons.$inferSelect>(
    db
      .insert(coupons)
      .values({
        name: '환영 쿠폰',
        code: `TEST-${newId().slice(-12).toUpperCase()}`,
        duration: 'once',
        ...(values.amountOffCents ? {} : { percentOff: 10 }),
        ...values,
      })
      .returning(),
  );
}

/** A viewing of a title by a profile: for a minute, now, unless told otherwise. */
export async function buildViewing(
  db: Queryable,
  {
    profile,
    ...values
  }: Insert<typeof history> & { profile: { id: string; householdId: string }; programmeId: string },
) {
  return one<typeof history.$inferSelect>(
    db
      .insert(history)
      .values({
        id: newId(),
        profileId: profile.id,
        householdId: profile.householdId,
        startedAt: new Date(),
        watchedSeconds: 60,
        positionSeconds: 60,
        durationSeconds: 3600,
        ...values,
      })
      .returning(),
  );
}

/** An inquiry of a user with its question, and the answer if one is given. */
export async function buildInquiry(
  db: Queryable,
  {
    user,
    answer,
    body = '거실 TV에서만 소리가 안 나와요.',
    ...values
  }: Insert<typeof inquiries> & { user: { id: string; householdId: string }; body?: string; answer?: string },
) {
  const now = new Date();
  const row = await one<typeof inquiries.$inferSelect>(
    db
      .insert(inquiries)
      .values({
        id: newId(),
        householdId: user.householdId,
        userId: user.id,
        type: 'technical',
        title: '소리가 안 나와요',
        locale: 'ko',
        status: answer === undefined ? 'received' : 'answered',
        answeredAt: answer === undefined ? null : now,
        createdAt: now,
        updatedAt: now,
        ...values,
      })
      .returning(),
  );
  const message = { inquiryId: row.id, householdId: user.householdId };
  await db.insert(inquiryMessages).values({ ...message, body, createdAt: row.createdAt });
  if (answer !== undefined)
    await db
      .insert(inquiryMessages)
      .values({ ...message, body: answer, staffName: '상담원', createdAt: now });
  return row;
}

/** A notification of a user, or of a profile when one is given; by default about an answered inquiry. */
export async function buildNotification(
  db: Queryable,
  {
    user,
    profile,
    readAt = null,
    createdAt = new Date(),
    ...values
  }: Insert<typeof notificationEvents> & {
    user: { id: string; householdId: string };
    profile?: { id: string };
    readAt?: Date | null;
  },
) {
  const { householdId } = user;
  const whose = profile ? {} : { userId: user.id, householdId };
  const event = await one<typeof notificationEvents.$inferSelect>(
    db
      .insert(notificationEvents)
      .values({
        kind: 'inquiry_answered',
        cause: 'inquiry_answered',
        subjectId: newId(),
        values: { id: newId(), title: '소리가 안 나와요' },
        createdAt,
        ...whose,
        ...values,
      })
      .onConflictDoUpdate({
        target: [notificationEvents.cause, notificationEvents.subjectId],
        set: { createdAt },
      })
      .returning(),
  );
  const recipient = profile ? { profileId: profile.id } : { userId: user.id };
  return one<typeof notifications.$inferSelect>(
    db
      .insert(notifications)
      .values({ eventId: event.id, householdId, ...recipient, readAt, createdAt })
      .returning(),
  );
}

export async function buildCannedAnswer(db: Queryable, values: Insert<typeof cannedAnswers> = {}) {
  const own = unique('answer');
  return one<typeof cannedAnswers.$inferSelect>(
    db
      .insert(cannedAnswers)
      .values({
        nameKo: `답변 ${own}`,
        nameEn: `Answer ${own}`,
        bodyKo: '다시 켜 보세요.',
        bodyEn: 'Please restart it.',
        ...values,
      })
      .returning(),
  );
}
