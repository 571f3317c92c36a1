declare module 'mpd-parser' {
  interface Playlist {
    attributes: { RESOLUTION?: { width: number; height: number }; CODECS: string; BANDWIDTH: number };
    segments: { resolvedUri: string; duration: number }[];
  }
  type Group = Partial<Record<string, Record<string, { language: string; playlists: Playlist[] }>>>;
  export function parse(
    manifest: string,
    options: { manifestUri: string },
  ): { duration: number; playlists: Playlist[]; mediaGroups: { AUDIO: Group; SUBTITLES: Group } };
}
