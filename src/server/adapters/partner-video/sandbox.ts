/**
 * YouTube on this machine, for the demo and for tests: answers the requests of the Data API as it documents them, with its quota, pages,
 * errors, and what is withdrawn.
 */

export interface SandboxVideo {
  id: string;
  title: string;
  titleEn?: string;
  description?: string;
  /** ISO 8601. */
  duration?: string;
  publishedAt?: string;
  privacy?: 'public' | 'unlisted' | 'private';
  embeddable?: boolean;
}

export interface SandboxPlaylist {
  id: string;
  channelId: string;
  title: string;
  titleEn?: string;
  description?: string;
  videoIds: string[];
}

const pageSize = 50;

const problem = (code: number, reason: string, domain: string, message: string) => ({
  status: code,
  body: { error: { code, message, errors: [{ message, domain, reason }] } },
});

export class YouTubeSandbox {
  readonly apiKey = 'sandbox-key';
  /** By id; a test changes them as their owners would. */
  readonly videos = new Map<string, SandboxVideo>();
  readonly playlists = new Map<string, SandboxPlaylist>();
  /** Units that are left. */
  unitsLeft = Number.POSITIVE_INFINITY;
  /** How many requests were answered. */
  asked = 0;

  constructor(videos: SandboxVideo[] = [], playlists: SandboxPlaylist[] = []) {
    for (const video of videos) this.videos.set(video.id, video);
    for (const playlist of playlists) this.playlists.set(playlist.id, playlist);
  }

  /** What `fetch` is to the adapter. */
  readonly answer: typeof fetch = async (input, init) => {
    const { status, body } = this.#answer(new URL(String(input)), new Headers(init?.headers));
    return Response.json(body, { status });
  };

  #answer({ pathname, searchParams: query }: URL, headers: Headers): { status: number; body: unknown } {
    this.asked += 1;
    if ((headers.get('x-goog-api-key') ?? query.get('key')) !== this.apiKey)
      return {
        status: 400,
        body: {
          error: {
            code: 400,
            message: 'API key not valid. Please pass a valid API key.',
            errors: [{ message: 'API key not valid.', domain: 'global', reason: 'badRequest' }],
            status: 'INVALID_ARGUMENT',
            details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }],
          },
        },
      };
    if (this.unitsLeft < 1)
      return problem(
        403,
        'quotaExceeded',
        'youtube.quota',
        'The request cannot be completed because you have exceeded your quota.',
      );
    this.unitsLeft -= 1;
    switch (pathname) {
      case '/youtube/v3/playlists':
        return this.#listPlaylists(query);
      case '/youtube/v3/playlistItems':
        return this.#listItems(query);
      case '/youtube/v3/videos':
        return this.#listVideos(query);
      default:
        return { status: 404, body: {} };
    }
  }

  #listPlaylists(query: URLSearchParams) {
    const ids = query.get('id')?.split(',');
    const found = [...this.playlists.values()].filter(({ id, channelId }) =>
      ids ? ids.includes(id) : channelId === query.get('channelId'),
    );
    return page('youtube#playlist', found, query, (own) => ({
      id: own.id,
      snippet: {
        publishedAt: '2024-01-01T00:00:00Z',
        channelId: own.channelId,
        title: own.title,
        description: own.description ?? '',
      },
      contentDetails: { itemCount: own.videoIds.length },
      ...localized(own),
    }));
  }

  #listItems(query: URLSearchParams) {
    const playlist = this.playlists.get(query.get('playlistId') ?? '');
    if (!playlist)
      return problem(
        404,
        'playlistNotFound',
        'youtube.playlistItem',
        'The playlist identified with the request’s playlistId parameter cannot be found.',
      );
    return page('youtube#playlistItem', playlist.videoIds, query, (videoId) => ({
      id: `item-${videoId}`,
      contentDetails: { videoId },
    }));
  }

  /** A key alone sees no private videos. */
  #listVideos(query: URLSearchParams) {
    const ids = query.get('id')?.split(',') ?? [];
    const found = [...this.videos.values()].filter(
      ({ id, privacy }) => ids.includes(id) && privacy !== 'private',
    );
    return page('youtube#video', found, query, (own) => ({
      id: own.id,
      snippet: {
        publishedAt: own.publishedAt ?? '2024-05-01T09:00:00Z',
        title: own.title,
        description: own.description ?? '',
        thumbnails: {
          medium: { url: `https://i.ytimg.com/vi/${own.id}/mqdefault.jpg`, width: 320, height: 180 },
        },
      },
      contentDetails: { duration: own.duration ?? 'PT1M' },
      status: {
        uploadStatus: 'processed',
        privacyStatus: own.privacy ?? 'public',
        embeddable: own.embeddable ?? true,
      },
      ...localized(own),
    }));
  }
}

const localized = ({ title, titleEn, description = '' }: SandboxVideo | SandboxPlaylist) =>
  titleEn ? { localizations: { ko: { title, description }, en: { title: titleEn, description } } } : {};

function page<T>(kind: string, all: T[], query: URLSearchParams, show: (own: T) => object) {
  const from = Number(query.get('pageToken')?.replace('page-', '') ?? 0);
  const size = Math.min(Number(query.get('maxResults') ?? 5), pageSize);
  const next = from + size < all.length ? { nextPageToken: `page-${from + size}` } : {};
  return {
    status: 200,
    body: {
      kind: `${kind}ListResponse`,
      ...next,
      pageInfo: { totalResults: all.length, resultsPerPage: size },
      items: all.slice(from, from + size).map((own) => ({ kind, ...show(own) })),
    },
  };
}
