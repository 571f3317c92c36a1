/**
 * A process that draws the demo's pictures and masters, and is gone with its memory afterwards: drawing leaves hundreds
 * of megabytes behind that the service would carry until its next start.
 */

import { must } from '../src/server/must.ts';
import { composeMusic, encodeMusic } from './artwork/sound.ts';
import {
  avatarNames,
  drawAvatar,
  drawChannel,
  drawClip,
  drawEpisodeStill,
  drawLogo,
  drawPerson,
  drawProgramme,
} from './artwork.ts';
import { demoChannels } from './catalogue/channels.ts';
import { demoClips } from './catalogue/clips.ts';
import { demoPeople } from './catalogue/people.ts';
import { demoProgrammes } from './catalogue/programmes.ts';
import { demoAds, demoPopup } from './catalogue/promos.ts';
import { demoPrograms, demoStations, programSeconds } from './catalogue/stations.ts';
import type { RenderedAnswer, RenderedPicture, RenderedQuestion } from './drawn.ts';
import { masters } from './masters.ts';

const programmeOf = (slug: string) => {
  const found = [...demoProgrammes, ...demoAds, demoPopup].find((own) => own.slug === slug);
  if (!found) throw new Error(`no demo programme is called ${slug}`);
  return found;
};

async function draw(picture: RenderedPicture): Promise<Uint8Array | undefined> {
  switch (picture.of) {
    case 'programme':
      return drawProgramme(programmeOf(picture.slug), picture.kind);
    case 'still':
      return drawEpisodeStill(programmeOf(picture.slug), picture.season, picture.episode);
    case 'avatar':
      return drawAvatar(must(avatarNames[picture.index], 'avatar of that number'));
    case 'channel': {
      const channel = demoChannels[picture.index];
      return channel && drawChannel(channel);
    }
    case 'logo': {
      const station = demoStations[picture.index];
      return station && drawLogo(station);
    }
    case 'program': {
      const { id, mood } = must(demoPrograms[picture.index], 'program of that number');
      await encodeMusic(composeMusic(id, mood, programSeconds), picture.path, picture.ffmpeg);
      return;
    }
    case 'clip': {
      const clip = demoClips[picture.index];
      return clip && drawClip(clip);
    }
    case 'person': {
      const person = demoPeople.find((own) => own.slug === picture.slug);
      return person && drawPerson(person);
    }
    case 'master':
      await masters[picture.index]?.make(picture.path, { ffmpeg: picture.ffmpeg });
  }
}

/** The parent process may have ended by now. Then the answer is discarded. */
const answer = (given: RenderedAnswer) => process.send?.(given, undefined, {}, () => {});

process.on('message', ({ id, picture }: RenderedQuestion) => {
  draw(picture).then(
    (bytes) => answer({ id, bytes }),
    (error: Error) => answer({ id, error: error.message }),
  );
});
process.on('disconnect', () => process.exit());
// Ctrl-C at a terminal reaches every process of it; this one ends with its parent.
process.on('SIGINT', () => {});
