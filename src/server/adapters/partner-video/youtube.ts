/** The YouTube Data API, version 3. Source: developers.google.com/youtube/v3/docs, with the costs of "Quota costs". */
import { z } from 'zod';
import { toError } from '../../unknown-value.ts';
import {
  maxIdsAsked,
  type PartnerVideoSource,
  SourceError,
  type SourcePage,
  type SourcePlaylist,
  type SourceProblem,
  type SourceVideo,
  type Told,
} from './port.ts';

const patienceMs = 15_000;
/** Fifty videos with descriptions in many languages are a few megabytes. */
const maxAnswerBytes = 16 * 1024 * 1024;

const texts = z.object({ title: z.string().optional(), description: z.string().optional() });
const snippet = z.object({
  title: z.string(),
  description: z.string().default(''),
  publishedAt: z.coerce.date(),
});
const localizations = z.record(z.string(), texts).optional();
type Localizations = z.infer<typeof localizations>;
const nextPageToken = z.string().optional();

const playlistAnswer = z.object({
  nextPageToken,
  items: z
    .array(
      z.object({
        id: z.string(),
        snippet,
        localizations,
      }),
    )
    .default([]),
});
const itemAnswer = z.object({
  nextPageToken,
  items: z.array(z.object({ contentDetails: z.object({ videoId: z.string() }) })).default([]),
});
const videoAnswer = z.object({
  items: z
    .array(
      z.object({
        id: z.string(),
        snippet,
        contentDetails: z.object({ duration: z.string().optional() }).optional(),
        status: z.object({
          privacyStatus: z.string(),
          uploadStatus: z.string(),
          embeddable: z.boolean().default(true),
        }),
        localizations,
      }),
    )
    .default([]),
});
const errorAnswer = z.object({
  error: z.object({
    message: z.string().default(''),
    errors: z.array(z.object({ reason: z.string().default('') })).default([]),
    details: z.array(z.object({ reason: z.string().optional() })).default([]),
  }),
});

/** The documented reasons by what they mean to us. */
const problems: Record<string, SourceProblem> = {
  quotaExceeded: 'quota',
  dailyLimitExceeded: 'quota',
  keyInvalid: 'key',
  keyExpired: 'key',
  API_KEY_INVALID: 'key',
  accessNotConfigured: 'key',
  ipRefererBlocked: 'key',
  forbidden: 'key',
  playlistNotFound: 'not_found',
  channelNotFound: 'not_found',
  playlistForbidden: 'not_found',
  channelForbidden: 'not_found',
  playlistItemsNotAccessible: 'not_found',
};

/** `PT1H2M3S` in milliseconds; null where there is no length. */
export function durationMsOf(duration: string | undefined): number | null {
  const parts = /^P(?:(\d{1,3})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,4})M)?(?:(\d{1,6})S)?)?$/.exec(duration ?? '');
  if (!parts) return null;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0));
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000 || null;
}

const toldOf = (
  field: 'title' | 'description',
  { snippet, localizations }: { snippet: z.infer<typeof texts>; localizations?: Localizations | undefined },
): Told => {
  const own = snippet[field] ?? '';
  return { ko: localizations?.ko?.[field] || own, en: localizations?.en?.[field] || own };
};

export class YouTube implements PartnerVideoSource {
  readonly isSandbox: boolean;
  readonly units = { channelPlaylists: 1, playlists: 1, playlistItems: 1, videos: 1 };
  readonly #key: string;
  readonly #at: string;
  readonly #fetch: typeof fetch;

  /** `at`: where it stands instead of at its own address. `answer`: what answers instead of the network, as the sandbox does. */
  constructor({ apiKey, at, answer }: { apiKey: string; at?: string; answer?: typeof fetch }) {
    this.#key = apiKey;
    this.#at = at ?? 'https://www.googleapis.com';
    this.#fetch = answer ?? fetch;
    this.isSandbox = answer !== undefined;
  }

  async channelPlaylists(channelId: string, after?: string): Promise<SourcePage<SourcePlaylist>> {
    const { items, nextPageToken: next } = await this.#ask('playlists', playlistAnswer, {
      part: 'snippet,localizations',
      channelId,
      ...(after ? { pageToken: after } : {}),
    });
    return { items: items.map(playlistOf), next };
  }

  async playlists(playListIds: string[]): Promise<SourcePlaylist[]> {
    const { items } = await this.#ask('playlists', playlistAnswer, {
      part: 'snippet,localizations',
      id: playListIds.join(','),
    });
    return items.map(playlistOf);
  }

  async playlistItems(playListId: string, after?: string): Promise<SourcePage<string>> {
    const { items, nextPageToken: next } = await this.#ask('playlistItems', itemAnswer, {
      part: 'contentDetails',
      playlistId: playListId,
      ...(after ? { pageToken: after } : {}),
    });
    return { items: items.map(({ contentDetails }) => contentDetails.videoId), next };
  }

  async videos(youtubeIds: string[]): Promise<SourceVideo[]> {
    const { items } = await this.#ask('videos', videoAnswer, {
      part: 'snippet,contentDetails,status,localizations',
      id: youtubeIds.join(','),
    });
    return items.map((item) => ({
      youtubeId: item.id,
      title: toldOf('title', item),
      description: toldOf('description', item),
      durationMs: durationMsOf(item.contentDetails?.duration),
      publishedAt: item.snippet.publishedAt,
      playable:
        item.status.privacyStatus !== 'private' &&
        item.status.uploadStatus === 'processed' &&
        item.status.embeddable,
    }));
  }

  async #ask<T>(list: string, answer: z.ZodType<T>, query: Record<string, string>): Promise<T> {
    const url = new URL(`/youtube/v3/${list}`, this.#at);
    url.search = new URLSearchParams({ ...query, maxResults: String(maxIdsAsked) }).toString();
    const { status, body } = await this.#fetchJson(url);
    if (status !== 200) throw refusalOf(status, body);
    const { data, error } = answer.safeParse(body);
    if (!data) throw new SourceError('broken', `${list} answered what is not documented`, error);
    return data;
  }

  async #fetchJson(url: URL): Promise<{ status: number; body: unknown }> {
    let status: number;
    let text: string;
    try {
      const response = await this.#fetch(url, {
        // In a header, so that no log of addresses has the key.
        headers: { accept: 'application/json', 'x-goog-api-key': this.#key },
        redirect: 'error',
        signal: AbortSignal.timeout(patienceMs),
      });
      status = response.status;
      text = await readBounded(response);
    } catch (error) {
      if (error instanceof SourceError) throw error;
      throw new SourceError('away', toError(error).message, error);
    }
    try {
      return { status, body: JSON.parse(text) };
    } catch {
      // A gateway in between answers with a page.
      throw new SourceError(
        status >= 500 || status === 429 ? 'away' : 'broken',
        `answered ${status} without JSON`,
      );
    }
  }
}

async function readBounded(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > maxAnswerBytes)
      throw new SourceError('broken', `answered more than ${maxAnswerBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

function refusalOf(status: number, body: unknown): SourceError {
  const { data } = errorAnswer.safeParse(body);
  const reasons = data ? [...data.error.errors, ...data.error.details].map(({ reason }) => reason ?? '') : [];
  const known = reasons.find((reason) => reason in problems);
  const message = `answered ${status} ${reasons.join(' ')}: ${data?.error.message ?? ''}`.slice(0, 300);
  if (known) return new SourceError(problems[known] as SourceProblem, message);
  return new SourceError(
    status === 404 ? 'not_found' : status >= 500 || status === 429 || status === 403 ? 'away' : 'broken',
    message,
  );
}

const playlistOf = (item: z.infer<typeof playlistAnswer>['items'][number]): SourcePlaylist => ({
  playListId: item.id,
  title: toldOf('title', item),
  description: toldOf('description', item),
});
