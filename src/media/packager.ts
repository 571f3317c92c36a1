/** The arguments of shaka-packager: CMAF segments written once, an HLS and a DASH manifest over them, one key a title. */
import { audioFile } from './ffmpeg.ts';
import { type Rendition, segmentSeconds } from './ladder.ts';

export const dashManifest = 'manifest.mpd';
export const hlsManifest = 'master.m3u8';
/** Where HLS players ask for the key: relative, so that the request carries the same token as the playlist's. */
export const hlsKeyFile = 'key';

/** Names inside a package: a track's first file, and its segments, counted from 0. */
export const initFile = (track: string): string => `${track}/init.mp4`;
export const segmentFile = (track: string, index: number): string => `${track}/${index + 1}.m4s`;
/** The track of the sound. */
export const audioTrack = 'audio';

/**
 * Packages what the transcode made. `cbcs`, because Apple's players know no other and all others know it too. Clear lead
 * is zero: the first seconds are encrypted as well.
 */
export function packagerArguments(job: {
  from: string;
  to: string;
  renditions: readonly Rendition[];
  sound: boolean;
  /** 16 bytes each, hexadecimal. */
  keyId: string;
  contentKey: string;
}): string[] {
  const stream = (fields: Record<string, string>) =>
    Object.entries(fields)
      .map(([name, value]) => `${name}=${value}`)
      .join(',');
  const streams = job.renditions.map((r) =>
    stream({
      in: `${job.from}/${r.name}.mp4`,
      stream: 'video',
      init_segment: `${job.to}/${r.name}/init.mp4`,
      segment_template: `${job.to}/${r.name}/$Number$.m4s`,
      playlist_name: `${r.name}.m3u8`,
      iframe_playlist_name: `${r.name}-iframe.m3u8`,
      drm_label: 'ALL',
    }),
  );
  if (job.sound) {
    streams.push(
      stream({
        in: `${job.from}/${audioFile}`,
        stream: 'audio',
        init_segment: `${job.to}/audio/init.mp4`,
        segment_template: `${job.to}/audio/$Number$.m4s`,
        playlist_name: 'audio.m3u8',
        hls_group_id: 'audio',
        hls_name: 'stereo',
        drm_label: 'ALL',
      }),
    );
  }
  return [
    ...streams,
    ...['--segment_duration', String(segmentSeconds), '--fragment_duration', String(segmentSeconds)],
    ...['--clear_lead', '0', '--protection_scheme', 'cbcs', '--enable_raw_key_encryption'],
    ...['--keys', `label=ALL:key_id=${job.keyId}:key=${job.contentKey}`],
    ...['--protection_systems', 'Common', '--generate_static_live_mpd'],
    ...['--mpd_output', `${job.to}/${dashManifest}`],
    ...['--hls_master_playlist_output', `${job.to}/${hlsManifest}`, '--hls_playlist_type', 'VOD'],
    ...['--hls_key_uri', hlsKeyFile],
  ];
}
