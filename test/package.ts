/** The manifests and playlists of a package, as our packager writes them. */

/** Of renditions by name, e.g. `{ v720: [1280, 720] }`; by file. */
export function packageTexts(renditions: Record<string, [number, number]>): Record<string, string> {
  const all = Object.entries(renditions);
  const largest = (side: 0 | 1) => Math.max(...all.map(([, size]) => size[side]));
  const hls = `#EXTM3U
## Generated with shaka-packager

#EXT-X-INDEPENDENT-SEGMENTS

#EXT-X-MEDIA:TYPE=AUDIO,URI="audio.m3u8",GROUP-ID="audio",NAME="stereo",DEFAULT=NO,AUTOSELECT=YES,CHANNELS="2"

${all
  .map(
    ([
      name,
      [width, height],
    ]) => `#EXT-X-STREAM-INF:BANDWIDTH=${width * height},CODECS="avc1.64001e,mp4a.40.2",RESOLUTION=${width}x${height},FRAME-RATE=24.000,AUDIO="audio",CLOSED-CAPTIONS=NONE
${name}.m3u8`,
  )
  .join('\n')}

${all
  .map(
    ([name, [width, height]]) =>
      `#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=${width * height},CODECS="avc1.64001e",RESOLUTION=${width}x${height},CLOSED-CAPTIONS=NONE,URI="${name}-iframe.m3u8"`,
  )
  .join('\n')}
`;
  const representation = (id: number, attributes: string, name: string) => `
      <Representation id="${id}" bandwidth="85756" ${attributes}>
        <SegmentTemplate timescale="12288" initialization="${name}/init.mp4" media="${name}/$Number$.m4s" startNumber="1">
          <SegmentTimeline>
            <S t="0" d="49152"/>
          </SegmentTimeline>
        </SegmentTemplate>
      </Representation>`;
  const dash = `<?xml version="1.0" encoding="UTF-8"?>
<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" profiles="urn:mpeg:dash:profile:isoff-live:2011" type="static" mediaPresentationDuration="PT4S">
  <Period id="0">
    <AdaptationSet id="0" contentType="video" maxWidth="${largest(0)}" maxHeight="${largest(1)}" frameRate="12288/512">${all
      .map(([name, [width, height]], id) =>
        representation(id, `mimeType="video/mp4" width="${width}" height="${height}"`, name),
      )
      .join('')}
    </AdaptationSet>
    <AdaptationSet id="1" contentType="audio">${representation(all.length, 'mimeType="audio/mp4"', 'audio')}
    </AdaptationSet>
  </Period>
</MPD>
`;
  const playlists = [...all.flatMap(([name]) => [name, `${name}-iframe`]), 'audio'];
  return {
    'master.m3u8': hls,
    'manifest.mpd': dash,
    ...Object.fromEntries(playlists.map((name) => [`${name}.m3u8`, '#EXTM3U\n'])),
  };
}
